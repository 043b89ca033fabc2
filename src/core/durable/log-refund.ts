import { logAuditEntry } from "#core/db/audit/audit-trail.ts";
import { refundEntry } from "#core/db/payment-intents/projection.ts";
import type { Decision } from "#core/domain/payment-intents/decide.ts";
import type { IntentDocument } from "./intent-document.ts";

/** The line in the log for a refund that was just committed. The entry itself is stored with the refund's event. */
export async function logRefund(
  { intent, outbox }: IntentDocument,
  { events }: Decision,
  masterKeys: readonly string[],
): Promise<void> {
  const [event] = events.some(({ type }) => type === "refund.pending") ? outbox.slice(-1) : [];
  if (event === undefined) return;
  await logAuditEntry("info", await refundEntry(event, intent), masterKeys);
}
