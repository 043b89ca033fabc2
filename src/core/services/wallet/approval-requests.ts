// Tells the wallet app, over the message bus, and the shop's webhook that a payment waits for its customer's approval.
import { markBusEventSent } from "#core/db/wallet/bus.ts";
import type { InsertedIntent, PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import { log } from "#core/lib/log.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { approvalEvent } from "#core/wire/wallet/cloud-events.ts";

/** If this fails, the sweep repeats it: the intent's shard knows what is due. */
export async function announceApproval(
  deps: Dependencies,
  { intent, firstEvent }: InsertedIntent,
): Promise<void> {
  if (firstEvent === null) return;
  const { merchantId, createdAt } = intent;
  const { eventId, firstDueAt } = firstEvent;
  try {
    if (firstDueAt !== null) await deps.queues.webhooks.send({ merchantId, eventId, firstDueAt });
    await sendApprovalRequest(deps, intent, eventId, createdAt);
  } catch (error) {
    log("error", "queue_send_failed", { intent_id: intent.id, error });
  }
}

/** Puts the request on the message bus, unless it can no longer be approved, and marks it as sent. */
export async function sendApprovalRequest(
  deps: Dependencies,
  intent: PaymentIntent,
  eventId: string,
  occurredAt: number,
): Promise<void> {
  const { publicUrl, environment } = deps.config;
  const shard = deps.shards.ofEvent(eventId);
  const isOpen = intent.status === "pending_approval" && deps.clock() < intent.expiresAt;
  if (isOpen && intent.targetWalletId !== null) {
    const origin = { eventId, occurredAt, publicUrl, environment };
    const request = approvalEvent("payment.approval_requested", intent, intent.targetWalletId, origin);
    await deps.queues.walletEvents.send(request);
  }
  if (shard !== null) await markBusEventSent(shard, intent.merchantId, eventId);
}
