export const INTENT_STATUSES = ["pending", "pending_approval", "completed", "expired", "cancelled"] as const;
export type IntentStatus = (typeof INTENT_STATUSES)[number];

export const REFUND_STATUSES = ["pending", "completed"] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];
/** Why the ledger refused a refund; the empty account is the merchant's. */
export type RefundRefusal = "insufficient_merchant_funds" | "account_not_found" | "currency_mismatch";
export const CANCELLATION_REASONS = ["requested_by_merchant", "rejected_by_customer"] as const;
export type CancellationReason = (typeof CANCELLATION_REASONS)[number];

/**
 * Money on its way. It is stored before the ledger is called and repeated under its key until the answer is
 * definite; until then the intent can neither expire nor be cancelled, paid by another wallet or refunded.
 */
export interface LedgerOperation {
  kind: "payment" | "refund";
  /** `payment:{intentId}:{n}` or `refund:{intentId}:{n}`: n grows only with a definite decline. */
  key: string;
  walletId: string;
  /** The ledger's id, once it has accepted the transaction. */
  transactionId: string | null;
  /** Calls that brought no definite answer; sets the pace of the next. */
  attempts: number;
}

export interface PaymentIntent {
  id: string;
  merchantId: string;
  merchantName: string;
  amountMinor: number;
  currency: string;
  description: string;
  reference: string | null;
  /** The slice of the request that held `metadata`, byte for byte. */
  metadataJson: string | null;
  callbackUrl: string | null;
  counterId: string | null;
  targetWalletId: string | null;
  status: IntentStatus;
  completedBy: string | null;
  cancellationReason: CancellationReason | null;
  refundStatus: RefundStatus | null;
  refundLedgerTxId: string | null;
  expiresAt: number;
  createdAt: number;
  updatedAt: number;
  completedAt: number | null;
  cancelledAt: number | null;
  /** Grows with every change the outside can see; guards the D1 row against late writes. */
  version: number;
  /** Number of the last event; webhooks carry it so that receivers can order them. */
  eventSequence: number;
  paymentDeclines: number;
  refundDeclines: number;
  operation: LedgerOperation | null;
  /** Of the request that made the intent under an idempotency key; null without a key. */
  fingerprint: string | null;
  /** The idempotency key of the last refund, as a digest, and why that refund was refused. */
  refundKey: string | null;
  refundRefusal: RefundRefusal | null;
}

/** What is decided when an intent is made; the rest of it follows. */
export type NewPaymentIntent = Pick<
  PaymentIntent,
  | "id"
  | "merchantId"
  | "amountMinor"
  | "currency"
  | "description"
  | "reference"
  | "metadataJson"
  | "callbackUrl"
  | "counterId"
  | "targetWalletId"
  | "status"
  | "expiresAt"
  | "createdAt"
  | "eventSequence"
  | "fingerprint"
>;

/** The intent as it is before anything has happened to it. */
export function newPaymentIntent(born: NewPaymentIntent, merchantName: string): PaymentIntent {
  return {
    ...born,
    merchantName,
    completedBy: null,
    cancellationReason: null,
    refundStatus: null,
    refundLedgerTxId: null,
    updatedAt: born.createdAt,
    completedAt: null,
    cancelledAt: null,
    version: 1,
    paymentDeclines: 0,
    refundDeclines: 0,
    operation: null,
    refundKey: null,
    refundRefusal: null,
  };
}

export function isOpen(intent: PaymentIntent): boolean {
  return intent.status === "pending" || intent.status === "pending_approval";
}

/** True from the deadline itself on, unless a payment that began in time is still under way. */
export function isPastDeadline(intent: PaymentIntent, now: number): boolean {
  return isOpen(intent) && intent.operation === null && now >= intent.expiresAt;
}

export function newOperation(
  kind: LedgerOperation["kind"],
  intent: PaymentIntent,
  walletId: string,
  declines: number,
): LedgerOperation {
  return { kind, key: `${kind}:${intent.id}:${declines + 1}`, walletId, transactionId: null, attempts: 0 };
}
