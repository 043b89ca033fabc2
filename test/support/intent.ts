import type {
  IntentStatus,
  LedgerOperation,
  PaymentIntent,
} from "#core/domain/payment-intents/payment-intent.ts";

export const CREATED_AT = Date.UTC(2026, 9, 1, 12);
export const DEADLINE = CREATED_AT + 1_800_000;
export const MERCHANT = "merchant-1";
export const WALLET = "wallet-1";
export const OTHER_WALLET = "wallet-2";

/** A pending intent of 12.50 USD without optional fields, except for `change`. */
export function anIntent(change: Partial<PaymentIntent> = {}): PaymentIntent {
  return {
    id: "intent-1",
    merchantId: MERCHANT,
    merchantName: "Corner Shop",
    amountMinor: 1250,
    currency: "USD",
    description: "",
    reference: null,
    metadataJson: null,
    callbackUrl: null,
    callbackEventsJson: null,
    counterId: null,
    targetWalletId: null,
    status: "pending",
    completedBy: null,
    cancellationReason: null,
    refundStatus: null,
    refundLedgerTxId: null,
    expiresAt: DEADLINE,
    createdAt: CREATED_AT,
    updatedAt: CREATED_AT,
    completedAt: null,
    cancelledAt: null,
    version: 1,
    eventSequence: 0,
    paymentDeclines: 0,
    refundDeclines: 0,
    operation: null,
    fingerprint: null,
    refundKey: null,
    refundRefusal: null,
    earlierRefundRefusals: null,
    refundReference: null,
    refundReason: null,
    paymentLedgerTxId: null,
    returnUrl: null,
    createdBy: null,
    ...change,
  };
}

/** One intent of each status; the closed ones have a target wallet, so that it can send commands as well. */
export const INTENT_BY_STATUS: Record<IntentStatus, PaymentIntent> = {
  pending: anIntent(),
  pending_approval: anIntent({ status: "pending_approval", targetWalletId: WALLET }),
  completed: anIntent({
    status: "completed",
    targetWalletId: WALLET,
    completedBy: WALLET,
    completedAt: CREATED_AT + 1,
  }),
  expired: anIntent({ status: "expired", targetWalletId: WALLET }),
  cancelled: anIntent({
    status: "cancelled",
    targetWalletId: WALLET,
    cancellationReason: "rejected_by_customer",
    cancelledAt: CREATED_AT + 1,
  }),
};

export function anOperation(
  kind: LedgerOperation["kind"],
  change: Partial<LedgerOperation> = {},
): LedgerOperation {
  return { kind, key: `${kind}:intent-1:1`, walletId: WALLET, transactionId: null, attempts: 0, ...change };
}
