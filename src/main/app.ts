// The HTTP surface: the core's routers, then those of the parts.

import type { Hono } from "hono";
import type { AppEnv } from "#core/http/app-env.ts";
import { crossOrigin } from "#core/http/response-headers.ts";
import type { Mount, Part } from "#core/part.ts";
import { auditTrail, platformAuditTrail } from "#core/routes/audit/audit-trail.ts";
import { counters } from "#core/routes/counters/counters.ts";
import { adminStops } from "#core/routes/merchants/admin-stops.ts";
import { credentials, merchantSettings, merchantUsers } from "#core/routes/merchants/merchant-account.ts";
import { logo, merchantLogo } from "#core/routes/merchants/merchant-logo.ts";
import { merchants, register } from "#core/routes/merchants/merchants.ts";
import { merchantReports } from "#core/routes/merchants/reports.ts";
import { health } from "#core/routes/operations/health.ts";
import { internal, shards } from "#core/routes/operations/internal.ts";
import { requireOwnWallet } from "#core/routes/pages/own-wallet.ts";
import { administeredIntents } from "#core/routes/payment-intents/admin.ts";
import { paymentIntents, scanPayments } from "#core/routes/payment-intents/payment-intents.ts";
import { publicReads } from "#core/routes/payment-intents/public.ts";
import { session, walletSession } from "#core/routes/sessions/session.ts";
import { signIn } from "#core/routes/sessions/sign-in.ts";
import { wallet } from "#core/routes/wallet/wallet.ts";
import { walletAccount, walletStops } from "#core/routes/wallet/wallet-account.ts";
import { events, webhookDeliveries, webhookSettings } from "#core/routes/webhooks/webhooks.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { withMiddleware } from "./middleware.ts";
import * as parts from "./parts.ts";
import "./add-parts.ts";

const MERCHANT_API = "/merchant/api/v1";

/** `additions` are the sandbox's. */
export function createApp(
  dependenciesFor: (env: Env) => Dependencies,
  additions: { beforeLimit?: Mount; routes?: Mount } = {},
): Hono<AppEnv> {
  const mount: Mount = (app) => {
    mountCore(app);
    for (const { routes } of Object.values<Part>(parts)) routes?.(app);
    additions.routes?.(app);
  };
  const beforeLimit: Mount = (app) => {
    additions.beforeLimit?.(app);
    app.route(`${MERCHANT_API}/settings/logo`, merchantLogo);
  };
  return withMiddleware(dependenciesFor, mount, beforeLimit);
}

function mountCore(app: Hono<AppEnv>): void {
  app.route("/", health);
  mountMerchantApi(app);
  app.use(`${MERCHANT_API}/public/*`, crossOrigin);
  app.route(`${MERCHANT_API}/public`, publicReads);
  app.route("/logo", logo);
  app.route("/session", session);
  app.route("/session", signIn);
  app.use("/wallet/*", requireOwnWallet);
  app.route("/wallet/session", walletSession);
  app.route("/wallet/api/v1", wallet);
  app.route("/wallet/api/v1", walletAccount);
  app.route("/internal", internal);
  app.route("/internal/places", shards);
}

function mountMerchantApi(app: Hono<AppEnv>): void {
  app.route(`${MERCHANT_API}/register`, register);
  app.route(`${MERCHANT_API}/merchants`, merchants);
  app.route(`${MERCHANT_API}/merchants`, adminStops);
  app.route(`${MERCHANT_API}/admin/payment-intents`, administeredIntents);
  app.route(`${MERCHANT_API}/payment-intents`, paymentIntents);
  app.route(`${MERCHANT_API}/scan-payment`, scanPayments);
  app.route(`${MERCHANT_API}/counters`, counters);
  app.route(MERCHANT_API, merchantReports);
  app.route(`${MERCHANT_API}/credentials`, credentials);
  app.route(`${MERCHANT_API}/users`, merchantUsers);
  app.route(`${MERCHANT_API}/settings`, merchantSettings);
  app.route(`${MERCHANT_API}/webhook`, webhookSettings);
  app.route(`${MERCHANT_API}/webhook-deliveries`, webhookDeliveries);
  app.route(`${MERCHANT_API}/events`, events);
  app.route(`${MERCHANT_API}/audit-trail`, auditTrail);
  app.route(`${MERCHANT_API}/admin/audit-trail`, platformAuditTrail);
  app.route(`${MERCHANT_API}/admin/wallets`, walletStops);
}
