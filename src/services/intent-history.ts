import { listEventsOf } from "../db/intent-events.ts";
import type { HistoryEvent } from "../domain/events.ts";
import type { Dependencies } from "./dependencies.ts";
import { findPaymentIntent } from "./payment-intents.ts";

/** What happened to an intent, in order; null when the merchant has no such intent. */
export async function listIntentHistory(
  deps: Dependencies,
  merchantId: string,
  intentId: string,
): Promise<HistoryEvent[] | null> {
  const intent = await findPaymentIntent(deps, merchantId, intentId);
  return intent === null ? null : await listEventsOf(deps.db, intent);
}
