// The HTTP surface: middleware in order, then the core's routers and those of the parts.

import { Hono } from "hono";
import type { AppEnv } from "#core/http/app-env.ts";
import { logFailure, notFound, onError } from "#core/http/errors.ts";
import { refusalError } from "#core/http/refusals.ts";
import { completeHeaders, crossOrigin } from "#core/http/response-headers.ts";
import { methodsByPath } from "#core/lib/allowed-methods.ts";
import { FastRouter } from "#core/lib/fast-router.ts";
import { isUtf8Query, textBody } from "#core/lib/text-body.ts";
import { withTiming } from "#core/lib/timing.ts";
import type { Mount, Part } from "#core/part.ts";
import { auditTrail, platformAuditTrail } from "#core/routes/audit/audit-trail.ts";
import { counters } from "#core/routes/counters/counters.ts";
import { afterAccountChange } from "#core/routes/merchants/after-account-change.ts";
import { incidentLevers } from "#core/routes/merchants/incident-levers.ts";
import { credentials, merchantSettings, merchantUsers } from "#core/routes/merchants/merchant-account.ts";
import { merchants, register } from "#core/routes/merchants/merchants.ts";
import { merchantReports } from "#core/routes/merchants/reports.ts";
import { health } from "#core/routes/operations/health.ts";
import { internal, shards } from "#core/routes/operations/internal.ts";
import { requireOwnWallet } from "#core/routes/pages/own-wallet.ts";
import { pageForBrowsers } from "#core/routes/pages/show-page.ts";
import { administeredIntents } from "#core/routes/payment-intents/admin.ts";
import { paymentIntents, scanPayments } from "#core/routes/payment-intents/payment-intents.ts";
import { publicReads } from "#core/routes/payment-intents/public.ts";
import { session, walletSession } from "#core/routes/sessions/session.ts";
import { signIn } from "#core/routes/sessions/sign-in.ts";
import { wallet } from "#core/routes/wallet/wallet.ts";
import { walletAccount, walletStops } from "#core/routes/wallet/wallet-account.ts";
import { events, webhookDeliveries, webhookSettings } from "#core/routes/webhooks/webhooks.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import * as parts from "./parts.ts";
import "./add-parts.ts";

const MERCHANT_API = "/merchant/api/v1";
/** No route reads a body of another method. */
const METHODS_WITH_BODY = ["POST", "PUT", "PATCH", "DELETE"];

const limitedBody = textBody(64 * 1024, (fault) => {
  throw refusalError(fault);
});

/** `additions` are the sandbox's. Those before the limit have limits of their own for the sizes of bodies. */
export function createApp(
  dependenciesFor: (env: Env) => Dependencies,
  additions: { beforeLimit?: Mount; routes?: Mount } = {},
): Hono<AppEnv> {
  const app = new Hono<AppEnv>({ router: new FastRouter() });
  app.onError(onError);

  app.use(async (c, next) => {
    c.set("requestId", crypto.randomUUID());
    c.set("timing", {});
    await withTiming(c.get("timing"), next);
    // They are set after the route has responded: headers set earlier are lost when it returns a Response of its own.
    completeHeaders(c);
    if (c.res.status >= 400) await logFailure(c);
  });
  app.use(async (c, next) => {
    if (!isUtf8Query(c.req.url)) throw refusalError("query_not_utf8");
    const deps = dependenciesFor(c.env);
    await deps.shards.check(deps.clock());
    c.set("deps", deps);
    await next();
  });
  additions.beforeLimit?.(app);
  app.on(METHODS_WITH_BODY, "*", limitedBody, afterAccountChange);

  app.route("/", health);
  mountMerchantApi(app);
  app.use(`${MERCHANT_API}/public/*`, crossOrigin);
  app.route(`${MERCHANT_API}/public`, publicReads);
  app.route("/session", session);
  app.route("/session", signIn);
  app.use("/wallet/*", requireOwnWallet);
  app.route("/wallet/session", walletSession);
  app.route("/wallet/api/v1", wallet);
  app.route("/wallet/api/v1", walletAccount);
  app.route("/internal", internal);
  app.route("/internal/places", shards);
  for (const { routes } of Object.values<Part>(parts)) routes?.(app);
  additions.routes?.(app);
  app.notFound(pageForBrowsers(notFound(methodsByPath(app.routes))));
  return app;
}

function mountMerchantApi(app: Hono<AppEnv>): void {
  app.route(`${MERCHANT_API}/register`, register);
  app.route(`${MERCHANT_API}/merchants`, merchants);
  app.route(`${MERCHANT_API}/merchants`, incidentLevers);
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
