// One payment and one delivery as the service itself would make them, for statements.ts.

import type { Delivery, DeliveryTarget } from "../../db/deliveries.ts";
import { decide } from "../../domain/decide.ts";
import { newPaymentIntent } from "../../domain/payment-intent.ts";
import { applyDecision, newDocument } from "../../durable/intent-document.ts";
import { balanceUpdated } from "../../wire/cloud-events.ts";

export interface Names {
  shopId: string;
  listedShopId: string;
  walletId: string;
  notifiedShopId: string;
  receiverUrl: string;
}

export function samplePayment({ shopId, walletId }: Names, now: number) {
  const born = {
    id: crypto.randomUUID(),
    merchantId: shopId,
    amountMinor: 1250,
    currency: "USD",
    description: "Flat white and a croissant",
    reference: "order-1001",
    metadataJson: '{"table":7}',
    callbackUrl: null,
    counterId: null,
    targetWalletId: null,
    status: "pending",
    expiresAt: now + 1_800_000,
    createdAt: now,
    eventSequence: 0,
    fingerprint: null,
  } as const;
  const pending = newPaymentIntent(born, "Bench & Sons");
  const confirmed = decide(pending, { type: "confirm", walletId }, now).intent;
  const key = confirmed.operation?.key ?? "";
  const result = { outcome: "settled", transactionId: crypto.randomUUID() } as const;
  const decision = decide(confirmed, { type: "record_transfer_result", key, result }, now);
  const cause = { actor: `wallet-${walletId}`, requestId: crypto.randomUUID() };
  const { intent: paid, outbox } = applyDecision(newDocument(confirmed), decision, cause, () =>
    crypto.randomUUID(),
  );
  const request = {
    transactionType: "payment",
    fromAccountId: walletId,
    toAccountId: shopId,
    amountMinor: born.amountMinor,
    currency: born.currency,
    description: born.description,
    metadata: JSON.stringify({ payment_intent_id: born.id, operation_key: key }),
  } as const;
  const origin = { eventId: crypto.randomUUID(), occurredAt: now, publicUrl: "http://localhost" };
  const walletEvent = balanceUpdated(paid, walletId, "payment", origin);
  return { born, paid, outbox, transfer: { key, request }, walletEvent };
}

export function sampleAttempt({ notifiedShopId, receiverUrl }: Names, now: number) {
  const target: DeliveryTarget = {
    kind: "merchant",
    url: receiverUrl,
    secretOwnerId: notifiedShopId,
    secrets: { webhookSecret: "", previousWebhookSecret: null, previousSecretExpiresAt: null },
    health: { failures: 0, degradedSince: null, nextProbeAt: null },
  };
  const delivery: Delivery = {
    merchantId: notifiedShopId,
    eventId: crypto.randomUUID(),
    type: "payment.completed",
    payload: "",
    attempts: 0,
    dueAt: now,
    target,
  };
  const record = {
    deliveryStatus: "delivered",
    nextAttemptAt: null,
    lastResponseStatus: 204,
    lastError: null,
    endedAt: now,
  } as const;
  const logged = {
    at: now,
    target: target.kind,
    url: receiverUrl,
    status: 204,
    durationMs: 1,
    error: null,
    response: "",
    nextAttemptAt: null,
  };
  return { delivery, target, attempt: { record, logged, countsAgainstAddress: true } };
}
