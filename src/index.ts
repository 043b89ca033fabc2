// The live Worker: nothing of the sandbox is in it.
import { dependenciesFor } from "./main/composition.ts";

// The composition comes before the app because the Worker compresses better in this order.

import { createApp } from "./main/app.ts";
import { handleBatch } from "./main/queues.ts";
import { refuseTestCases } from "./main/refuse-test-cases.ts";
import { sweep } from "./main/scheduled.ts";

export {
  LiveCellObject as CellObject,
  LivePaymentIntentObject as PaymentIntentObject,
  WalletObject,
} from "./main/objects.ts";

const app = createApp(dependenciesFor, { beforeLimit: (app) => app.use(refuseTestCases) });

export default {
  fetch: app.fetch,
  queue: (batch, env, ctx) => handleBatch(batch, dependenciesFor(env), env, ctx),
  scheduled: (_controller, env) => sweep(dependenciesFor(env)),
} satisfies ExportedHandler<Env>;
