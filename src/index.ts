import { DurableObject } from "cloudflare:workers";
export class PaymentIntentObject extends DurableObject<Env> {
  async hello() {
    return this.ctx.id.name;
  }
}
export default {
  async fetch() {
    return new Response("ok");
  },
} satisfies ExportedHandler<Env>;
