// The sandbox's Worker: the live one and its stand-ins.
import { createSandboxApp } from "./sandbox/app.ts";
import { sandboxDependenciesFor } from "./sandbox/composition.ts";
import { handleSandboxBatch } from "./sandbox/queues.ts";
import { sweepSandbox } from "./sandbox/scheduled.ts";

export { SandboxPaymentIntentObject as PaymentIntentObject } from "./sandbox/payment-intent-object.ts";

const app = createSandboxApp();

export default {
  fetch: app.fetch,
  queue: (batch, env, ctx) => handleSandboxBatch(batch, sandboxDependenciesFor(env), env, ctx),
  scheduled: (_controller, env) => sweepSandbox(sandboxDependenciesFor(env), env),
} satisfies ExportedHandler<Env>;
