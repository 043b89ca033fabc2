import { type HistoryEvent, listEventsOf } from "../db/events.ts";
import type { Services } from "./context.ts";
import { findPaymentIntent } from "./payment-intents.ts";

export type { HistoryEvent };

/** What happened to an intent, in order; null when the merchant has no such intent. */
export async function listIntentHistory(
  services: Services,
  merchantId: string,
  intentId: string,
): Promise<HistoryEvent[] | null> {
  const intent = await findPaymentIntent(services, merchantId, intentId);
  return intent === null ? null : await listEventsOf(services.db, intent);
}
