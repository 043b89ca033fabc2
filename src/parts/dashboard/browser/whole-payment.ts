// A payment with everything that belongs to it.
import type { PaymentIntent, PaymentIntentEvent, WebhookDelivery } from "#sdk/index.ts";
import { request } from "./api/request.ts";
import { readCounters } from "./counters-by-id.ts";
import { readEmails } from "./emails-by-id.ts";
import { isId, type Names } from "./names.ts";

export interface WholePayment extends Names {
  payment: PaymentIntent;
  /** The subject of the user who did. */
  createdBy: string | null;
  events: PaymentIntentEvent[];
  deliveries: WebhookDelivery[];
}

export async function readWhole(id: string): Promise<WholePayment> {
  const [{ payment_intent: payment }, { created_by: createdBy, events }, { deliveries }, counters] =
    await Promise.all([
      request("getPaymentIntent", { ids: [id] }),
      request("listPaymentIntentEvents", { ids: [id] }),
      request("listWebhookDeliveries", { query: { payment_intent_id: id, limit: 100 } }),
      readCounters(),
    ]);
  const people = [createdBy ?? "", ...events.map(({ actor }) => actor)].filter((who) => isId(who));
  const emails = people.length === 0 ? new Map<string, string>() : await readEmails();
  return { payment, createdBy, events, deliveries, counters, emails };
}
