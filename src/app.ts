// The HTTP surface: middleware in order, then the routers.

import { Hono } from "hono";
import type { AppEnv } from "./http/app-env.ts";
import { crossOrigin } from "./http/cross-origin.ts";
import { notFound, onError } from "./http/errors.ts";
import { logFailure } from "./http/failure-log.ts";
import { refusalError } from "./http/refusals.ts";
import { completeHeaders } from "./http/response-headers.ts";
import { methodsByPath } from "./lib/allowed-methods.ts";
import { FastRouter } from "./lib/fast-router.ts";
import { isUtf8Query, textBody } from "./lib/text-body.ts";
import { auditTrail, platformAuditTrail } from "./routes/audit/audit-trail.ts";
import { counters } from "./routes/counters/counters.ts";
import { pair } from "./routes/counters/pair.ts";
import { tills } from "./routes/counters/tills.ts";
import { desk } from "./routes/desks/desk.ts";
import { deskSession } from "./routes/desks/desk-session.ts";
import { desks } from "./routes/desks/desks.ts";
import { afterAccountChange } from "./routes/merchants/after-account-change.ts";
import { goLive } from "./routes/merchants/go-live.ts";
import { incidentLevers } from "./routes/merchants/incident-levers.ts";
import { merchantData } from "./routes/merchants/merchant-data.ts";
import { credentials, merchantSettings } from "./routes/merchants/merchant-settings.ts";
import { merchantUsers } from "./routes/merchants/merchant-users.ts";
import { merchants, register } from "./routes/merchants/merchants.ts";
import { movements } from "./routes/movements/movements.ts";
import { deployment } from "./routes/operations/deployment.ts";
import { health } from "./routes/operations/health.ts";
import { internal } from "./routes/operations/internal.ts";
import { masterKeys } from "./routes/operations/master-keys.ts";
import { metrics } from "./routes/operations/metrics.ts";
import { places } from "./routes/operations/places.ts";
import { dashboard, deskPages, pos, walletPages } from "./routes/pages/apps.ts";
import { checkout } from "./routes/pages/checkout.ts";
import { pageForBrowsers } from "./routes/pages/lost.ts";
import { closedMerchants } from "./routes/payment-intents/closed-merchants.ts";
import { paymentIntents } from "./routes/payment-intents/payment-intents.ts";
import { paymentsCsv } from "./routes/payment-intents/payments-csv.ts";
import { publicReads } from "./routes/payment-intents/public.ts";
import { resolvePaymentIntent } from "./routes/payment-intents/resolve-payment-intent.ts";
import { totals } from "./routes/payment-intents/totals.ts";
import { transactions } from "./routes/payment-intents/transactions.ts";
import { reconciliation } from "./routes/reconciliation/reconciliation.ts";
import { session } from "./routes/sessions/session.ts";
import { signIn } from "./routes/sessions/sign-in.ts";
import { walletSession } from "./routes/sessions/wallet-session.ts";
import { blockedMerchants } from "./routes/wallet/blocked-merchants.ts";
import { liveWallet } from "./routes/wallet/live.ts";
import { requireOwnWallet } from "./routes/wallet/own-wallet.ts";
import { payOuts } from "./routes/wallet/pay-outs.ts";
import { push } from "./routes/wallet/push.ts";
import { scanPayments } from "./routes/wallet/scan-payment.ts";
import { wallet } from "./routes/wallet/wallet.ts";
import { walletData } from "./routes/wallet/wallet-data.ts";
import { ownWalletStop, walletStops } from "./routes/wallet/wallet-stops.ts";
import { walletTransactions } from "./routes/wallet/wallet-transactions.ts";
import { events, webhookDeliveries } from "./routes/webhooks/webhook-deliveries.ts";
import { webhookSettings } from "./routes/webhooks/webhook-settings.ts";
import type { Dependencies } from "./services/dependencies.ts";

const MERCHANT_API = "/merchant/api/v1";
/** No route reads a body of another method. */
const METHODS_WITH_BODY = ["POST", "PUT", "PATCH", "DELETE"];

const limitedBody = textBody(64 * 1024, (fault) => {
  throw refusalError(fault);
});

type Mount = (app: Hono<AppEnv>) => void;

/** `additions` are the sandbox's. Those before the limit have limits of their own for the sizes of bodies. */
export function createApp(
  dependenciesFor: (env: Env) => Dependencies,
  additions: { beforeLimit?: Mount; routes?: Mount } = {},
): Hono<AppEnv> {
  const app = new Hono<AppEnv>({ router: new FastRouter() });
  app.onError(onError);

  app.use(async (c, next) => {
    c.set("requestId", crypto.randomUUID());
    await next();
    // After the route has responded: headers set earlier are lost when it returns a Response of its own.
    completeHeaders(c);
    if (c.res.status >= 400) await logFailure(c);
  });
  app.use(async (c, next) => {
    if (!isUtf8Query(c.req.url)) throw refusalError("query_not_utf8");
    const deps = dependenciesFor(c.env);
    await deps.places.check(deps.clock());
    c.set("deps", deps);
    await next();
  });
  additions.beforeLimit?.(app);
  app.on(METHODS_WITH_BODY, "*", limitedBody, afterAccountChange);

  app.route("/health", health);
  app.route("/metrics", metrics);
  mountMerchantApi(app);
  app.use(`${MERCHANT_API}/public/*`, crossOrigin);
  app.route(`${MERCHANT_API}/public`, publicReads);
  app.route("/pay", checkout);
  app.route("/dashboard", dashboard);
  app.route("/session", session);
  app.route("/session", signIn);
  app.route("/pos", pos);
  app.route("/desk", deskPages);
  app.route("/session/pair", pair);
  app.use("/wallet/*", requireOwnWallet);
  app.route("/wallet/session", walletSession);
  app.route("/wallet", walletPages);
  app.route("/wallet/api/v1", wallet);
  app.route("/wallet/api/v1/live", liveWallet);
  app.route("/wallet/api/v1", walletData);
  app.route("/wallet/api/v1/push", push);
  app.route("/wallet/api/v1/sessions", ownWalletStop);
  app.route("/wallet/api/v1/blocked-merchants", blockedMerchants);
  app.route("/wallet/api/v1/pay-outs", payOuts);
  app.route("/wallet/api/v1/transactions", walletTransactions);
  app.route("/desk/session", deskSession);
  app.route("/desk/api/v1", desk);
  app.route("/internal", internal);
  app.route("/internal/places", places);
  additions.routes?.(app);
  app.notFound(pageForBrowsers(notFound(methodsByPath(app.routes))));
  return app;
}

function mountMerchantApi(app: Hono<AppEnv>): void {
  app.route(`${MERCHANT_API}/register`, register);
  app.route(`${MERCHANT_API}/merchants`, merchants);
  app.route(`${MERCHANT_API}/merchants`, incidentLevers);
  app.route(`${MERCHANT_API}/admin/merchants`, merchantData);
  app.route(`${MERCHANT_API}/admin/payment-intents`, resolvePaymentIntent);
  app.route(`${MERCHANT_API}/admin/payment-intents`, closedMerchants);
  app.route(`${MERCHANT_API}/payment-intents`, paymentIntents);
  app.route(`${MERCHANT_API}/scan-payment`, scanPayments);
  app.route(`${MERCHANT_API}/counters`, counters);
  app.route(`${MERCHANT_API}/counters`, tills);
  app.route(`${MERCHANT_API}/transactions`, transactions);
  app.route(`${MERCHANT_API}/totals`, totals);
  app.route(`${MERCHANT_API}/payments.csv`, paymentsCsv);
  app.route(`${MERCHANT_API}/go-live`, goLive);
  app.route(`${MERCHANT_API}/credentials`, credentials);
  app.route(`${MERCHANT_API}/users`, merchantUsers);
  app.route(`${MERCHANT_API}/settings`, merchantSettings);
  app.route(`${MERCHANT_API}/webhook`, webhookSettings);
  app.route(`${MERCHANT_API}/webhook-deliveries`, webhookDeliveries);
  app.route(`${MERCHANT_API}/events`, events);
  app.route(`${MERCHANT_API}/audit-trail`, auditTrail);
  app.route(`${MERCHANT_API}/admin/audit-trail`, platformAuditTrail);
  app.route(`${MERCHANT_API}/admin/reconciliation`, reconciliation);
  app.route(`${MERCHANT_API}/admin`, movements);
  app.route(`${MERCHANT_API}/admin/master-keys`, masterKeys);
  app.route(`${MERCHANT_API}/admin/deployment`, deployment);
  app.route(`${MERCHANT_API}/admin/desks`, desks);
  app.route(`${MERCHANT_API}/admin/wallets`, walletStops);
}
