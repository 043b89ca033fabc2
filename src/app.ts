// The HTTP surface: middleware in order, then the routers.

import { Hono } from "hono";
import { compositionFor } from "./composition.ts";
import type { AppEnv } from "./http/app-env.ts";
import { limitedBody } from "./http/body-limit.ts";
import { crossOrigin } from "./http/cross-origin.ts";
import { notFound, onError, routeNotFound } from "./http/errors.ts";
import { logFailure } from "./http/failure-log.ts";
import { completeHeaders } from "./http/response-headers.ts";
import { FixedPathsFirst } from "./http/router.ts";
import { methodsByPath } from "./lib/allowed-methods.ts";
import { auditTrail, platformAuditTrail } from "./routes/audit-trail.ts";
import { blockedMerchants } from "./routes/blocked-merchants.ts";
import { checkout } from "./routes/checkout.ts";
import { counters } from "./routes/counters.ts";
import { credentials } from "./routes/credentials.ts";
import { dashboard } from "./routes/dashboard.ts";
import { deployment } from "./routes/deployment.ts";
import { goLive } from "./routes/go-live.ts";
import { health } from "./routes/health.ts";
import { identityProvider } from "./routes/identity-provider.ts";
import { incidentLevers } from "./routes/incident-levers.ts";
import { internal } from "./routes/internal.ts";
import { masterKeys } from "./routes/master-keys.ts";
import { merchantData } from "./routes/merchant-data.ts";
import { merchantSettings } from "./routes/merchant-settings.ts";
import { merchantUsers } from "./routes/merchant-users.ts";
import { merchants } from "./routes/merchants.ts";
import { metrics } from "./routes/metrics.ts";
import { pair } from "./routes/pair.ts";
import { paymentIntents } from "./routes/payment-intents.ts";
import { paymentsCsv } from "./routes/payments-csv.ts";
import { pos } from "./routes/pos.ts";
import { publicReads } from "./routes/public.ts";
import { reconciliation } from "./routes/reconciliation.ts";
import { register } from "./routes/register.ts";
import { resolvePaymentIntent } from "./routes/resolve-payment-intent.ts";
import { sandbox } from "./routes/sandbox.ts";
import { scanPayments } from "./routes/scan-payment.ts";
import { session } from "./routes/session.ts";
import { signIn } from "./routes/sign-in.ts";
import { stage } from "./routes/stage.ts";
import { stagePages } from "./routes/stage-page.ts";
import { tills } from "./routes/tills.ts";
import { totals } from "./routes/totals.ts";
import { transactions } from "./routes/transactions.ts";
import { wallet } from "./routes/wallet.ts";
import { events, webhookDeliveries } from "./routes/webhook-deliveries.ts";
import { webhookSettings } from "./routes/webhook-settings.ts";

const MERCHANT_API = "/merchant/api/v1";
/** No route reads a body of another method. */
const METHODS_WITH_BODY = ["POST", "PUT", "PATCH", "DELETE"];

export function createApp() {
  const app = new Hono<AppEnv>({ router: new FixedPathsFirst() });
  app.onError(onError);

  app.use(async (c, next) => {
    c.set("requestId", crypto.randomUUID());
    try {
      const { deps, identityProvider: identityProviderApp } = compositionFor(c.env);
      c.set("deps", deps);
      c.set("identityProviderApp", identityProviderApp);
      await next();
    } catch (error) {
      // A wrong configuration. What a route throws is caught within `next`.
      c.error = error as Error;
      c.res = await onError(c.error, c);
    }
    // After the route has responded: headers set earlier are lost when it returns a Response of its own.
    completeHeaders(c);
    if (c.res.status >= 400) await logFailure(c);
  });
  // Before the limit: the provider has lower ones of its own, and its refusals count against the address.
  app.route("/", identityProvider);
  app.on(METHODS_WITH_BODY, "*", limitedBody);

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
  app.route("/session/pair", pair);
  app.route("/wallet/api/v1", wallet);
  app.route("/wallet/api/v1/blocked-merchants", blockedMerchants);
  app.route("/internal", internal);

  app.use("/sandbox/*", async (c, next) => {
    if (c.get("deps").config.environment !== "sandbox") throw routeNotFound();
    await next();
  });
  app.route("/sandbox", stagePages);
  app.route("/sandbox/v1", sandbox);
  app.route("/sandbox/v1", stage);

  app.notFound(notFound(methodsByPath(app.routes)));
  return app;
}

function mountMerchantApi(app: Hono<AppEnv>): void {
  app.route(`${MERCHANT_API}/register`, register);
  app.route(`${MERCHANT_API}/merchants`, merchants);
  app.route(`${MERCHANT_API}/merchants`, incidentLevers);
  app.route(`${MERCHANT_API}/admin/merchants`, merchantData);
  app.route(`${MERCHANT_API}/admin/payment-intents`, resolvePaymentIntent);
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
  app.route(`${MERCHANT_API}/admin/master-keys`, masterKeys);
  app.route(`${MERCHANT_API}/admin/deployment`, deployment);
}
