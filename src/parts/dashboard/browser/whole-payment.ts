// A payment with everything that belongs to it.
import type { Counter, PaymentIntent, PaymentIntentEvent, WebhookDelivery } from "#sdk/index.ts";
import { request } from "./api/request.ts";
import { readCounters } from "./counters-by-id.ts";
import { readEmails } from "./emails-by-id.ts";

export interface WholePayment {
  payment: PaymentIntent;
  /** The subject of the user who did. */
  createdBy: string | null;
  events: PaymentIntentEvent[];
  deliveries: WebhookDelivery[];
  counters: Map<string, Counter>;
  /** Their keys are the subjects of users who had a part in it. */
  emails: Map<string, string>;
}

const SUBJECT = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export async function readWhole(id: string): Promise<WholePayment> {
  const [{ payment_intent: payment }, { created_by: createdBy, events }, { deliveries }, counters] =
    await Promise.all([
      request("getPaymentIntent", { ids: [id] }),
      request("listPaymentIntentEvents", { ids: [id] }),
      request("listWebhookDeliveries", { query: { payment_intent_id: id, limit: 100 } }),
      readCounters(),
    ]);
  const people = [createdBy ?? "", ...events.map(({ actor }) => actor)].filter((who) => SUBJECT.test(who));
  const emails = people.length === 0 ? new Map<string, string>() : await readEmails();
  return { payment, createdBy, events, deliveries, counters, emails };
}
