// The sandbox's Worker: the live one and its stand-ins.
import { createSandboxApp } from "./sandbox/app.ts";

// The app comes first because the Worker compresses better in this order.

import { handleBatch } from "./main/queues.ts";
import { sandboxDependenciesFor } from "./sandbox/composition.ts";
import { SANDBOX_HANDLERS } from "./sandbox/queues.ts";
import { sweepSandbox } from "./sandbox/scheduled.ts";

export { WalletObject } from "./core/durable/wallet-object.ts";
export {
  SandboxCellObject as CellObject,
  SandboxPaymentIntentObject as PaymentIntentObject,
} from "./sandbox/objects.ts";

const app = createSandboxApp();

export default {
  fetch: app.fetch,
  queue: (batch, env, ctx) => handleBatch(batch, sandboxDependenciesFor(env), env, ctx, SANDBOX_HANDLERS),
  scheduled: (_controller, env) => sweepSandbox(sandboxDependenciesFor(env), env),
} satisfies ExportedHandler<Env>;
