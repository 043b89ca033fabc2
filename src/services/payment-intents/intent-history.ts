import { listEventsOf } from "../../db/webhooks/intent-events.ts";
import type { HistoryEvent } from "../../domain/events.ts";
import type { Dependencies } from "../dependencies.ts";
import { findPaymentIntent } from "./payment-intents.ts";

export interface IntentHistory {
  /** The subject of the dashboard user who created the intent; null when a client did. */
  createdBy: string | null;
  /** In order. */
  events: HistoryEvent[];
}

/** Who created an intent, and what happened to it; null when the merchant has no such intent. */
export async function listIntentHistory(
  deps: Dependencies,
  merchantId: string,
  intentId: string,
): Promise<IntentHistory | null> {
  const intent = await findPaymentIntent(deps, merchantId, intentId);
  if (intent === null) return null;
  return { createdBy: intent.createdBy, events: await listEventsOf(deps.db, intent) };
}
