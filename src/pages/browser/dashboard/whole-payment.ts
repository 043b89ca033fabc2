// A payment with everything that belongs to it.
import type { Counter, PaymentIntent, PaymentIntentEvent, WebhookDelivery } from "../../../sdk/index.ts";
import { request } from "./api/request.ts";
import { readCounters } from "./counters-by-id.ts";

export interface WholePayment {
  payment: PaymentIntent;
  events: PaymentIntentEvent[];
  deliveries: WebhookDelivery[];
  counters: Map<string, Counter>;
}

export async function readWhole(id: string): Promise<WholePayment> {
  const [{ payment_intent: payment }, { events }, { deliveries }, counters] = await Promise.all([
    request("getPaymentIntent", { ids: [id] }),
    request("listPaymentIntentEvents", { ids: [id] }),
    request("listWebhookDeliveries", { query: { payment_intent_id: id, limit: 100 } }),
    readCounters(),
  ]);
  return { payment, events, deliveries, counters };
}
