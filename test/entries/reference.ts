// The reference's operations alone, as a Worker: what it takes without any part. Customers confirm and approve with the wallet's
// router, because the reference leaves to their app how they pay.
import type { Hono } from "hono";
import type { AppEnv } from "#core/http/app-env.ts";
import { counters } from "#core/routes/counters/counters.ts";
import { register } from "#core/routes/merchants/merchants.ts";
import { merchantReports } from "#core/routes/merchants/reports.ts";
import { paymentIntents, scanPayments } from "#core/routes/payment-intents/payment-intents.ts";
import { publicReads } from "#core/routes/payment-intents/public.ts";
import { wallet } from "#core/routes/wallet/wallet.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { dependenciesFor } from "#main/composition.ts";
import { withMiddleware } from "#main/middleware.ts";
import { handleBatch } from "#main/queues.ts";
import { sweep } from "#main/scheduled.ts";
import "#main/add-parts.ts";

export {
  LiveCellObject as CellObject,
  LivePaymentIntentObject as PaymentIntentObject,
  WalletObject,
} from "#main/objects.ts";

const MERCHANT_API = "/merchant/api/v1";

export function createReferenceApp(dependencies: (env: Env) => Dependencies): Hono<AppEnv> {
  return withMiddleware(dependencies, (app) => {
    app.route(`${MERCHANT_API}/register`, register);
    app.route(`${MERCHANT_API}/payment-intents`, paymentIntents);
    app.route(`${MERCHANT_API}/scan-payment`, scanPayments);
    app.route(`${MERCHANT_API}/counters`, counters);
    app.route(MERCHANT_API, merchantReports);
    app.route(`${MERCHANT_API}/public`, publicReads);
    app.route("/wallet/api/v1", wallet);
  });
}

const app = createReferenceApp(dependenciesFor);

export default {
  fetch: app.fetch,
  queue: (batch, env, ctx) => handleBatch(batch, dependenciesFor(env), env, ctx),
  scheduled: (_controller, env) => sweep(dependenciesFor(env)),
} satisfies ExportedHandler<Env>;
