import { findProjection } from "../../db/payment-intents/projection.ts";
import type { Dependencies } from "../dependencies.ts";

/**
 * Throws while D1 lacks the intent's last change, so that the queue tries again. The call of the object sets its alarm
 * again if that was lost.
 */
export async function awaitProjection({ db, intents }: Dependencies, intentId: string): Promise<void> {
  const intent = await intents.find(intentId);
  if (intent === null) return;
  const projected = await findProjection(db, intent, []);
  if ((projected?.version ?? 0) < intent.version) throw new Error("D1 lacks the intent's last change");
}
