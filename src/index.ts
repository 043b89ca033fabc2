import { createApp } from "./app.ts";
import { handleBatch } from "./queues.ts";
import { sweep } from "./scheduled.ts";
import { servicesFor } from "./services-for.ts";

export { PaymentIntentObject } from "./durable/payment-intent-object.ts";

const app = createApp();

export default {
  fetch: app.fetch,
  queue: (batch, env, ctx) => handleBatch(batch, servicesFor(env), env, ctx),
  scheduled: (_controller, env) => sweep(servicesFor(env), env),
} satisfies ExportedHandler<Env>;
