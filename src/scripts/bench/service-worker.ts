// The unchanged service, plus the route that fills its webhooks queue.
import service from "../../index.ts";
import { FAN_OUT, fanOut } from "./fan-out.ts";

export { PaymentIntentObject } from "../../index.ts";

// biome-ignore lint/style/noDefaultExport: a Worker's entry
export default {
  ...service,
  fetch: (request, env, ctx) =>
    request.url.endsWith(FAN_OUT) ? fanOut(request, env) : service.fetch(request, env, ctx),
} satisfies ExportedHandler<Env>;
