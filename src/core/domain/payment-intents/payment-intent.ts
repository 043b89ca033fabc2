import type { DeclineReason } from "#core/domain/ledger.ts";
import type { HistoryEvent } from "./events.ts";

export const INTENT_STATUSES = ["pending", "pending_approval", "completed", "expired", "cancelled"] as const;
export type IntentStatus = (typeof INTENT_STATUSES)[number];

/** No command of a merchant or customer leaves these; a payment that the ledger reports late completes an ended intent. */
export const FINAL_STATUSES = ["completed", "cancelled", "expired"] as const satisfies IntentStatus[];
export type FinalStatus = (typeof FINAL_STATUSES)[number];

export const REFUND_STATUSES = ["pending", "completed"] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

export const CANCELLATION_REASONS = [
  "requested_by_merchant",
  "rejected_by_customer",
  "withdrawn_by_merchant",
] as const;
export type CancellationReason = (typeof CANCELLATION_REASONS)[number];

/** Why the ledger declined a refund. The merchant pays a refund, hence the name of the first. */
export type RefundRefusal = "insufficient_merchant_funds" | Exclude<DeclineReason, "insufficient_funds">;

/**
 * A transfer in progress. It is stored before the ledger is called, and retried under the same key until the ledger's
 * result is definite. Until then the intent cannot expire, be cancelled, be paid by another wallet or be refunded.
 */
export interface LedgerOperation {
  kind: "payment" | "refund";
  /** `payment:{intentId}:{n}` or `refund:{intentId}:{n}`: n grows only with a definite decline. */
  key: string;
  walletId: string;
  /** The ledger's id, once it has accepted the transaction. */
  transactionId: string | null;
  /** Calls without a definite result; they set the delay before the next one. */
  attempts: number;
  /** The ledger refuses the request itself, so it is repeated less and less often; absent means no. */
  isRejected?: true;
}

export type RefundTexts = Pick<PaymentIntent, "refundReference" | "refundReason">;

/** A refund's idempotency key, and why the ledger declined that refund. */
export interface RefundKeyRefusal {
  key: string;
  refusal: RefundRefusal;
}

export interface PaymentIntent {
  id: string;
  merchantId: string;
  merchantName: string;
  amountMinor: number;
  currency: string;
  description: string;
  reference: string | null;
  /** `metadata` as it stood in the request, byte for byte. */
  metadataJson: string | null;
  callbackUrl: string | null;
  /** The event types that `callbackUrl` takes, in the order of EVENT_TYPES; null for the default. */
  callbackEventsJson: string | null;
  /** Where the checkout page sends the customer in the end. */
  returnUrl: string | null;
  counterId: string | null;
  /** The dashboard user who created it, by subject, or what a part names as its maker; null where a client did. */
  createdBy: string | null;
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
  /** Grows with every change that is visible outside; guards the D1 row against late writes. */
  version: number;
  /** Sequence number of the last event; webhooks carry it so that endpoints can order them. */
  eventSequence: number;
  paymentDeclines: number;
  refundDeclines: number;
  operation: LedgerOperation | null;
  /** Hash of the request that created the intent under an idempotency key; null without a key. */
  fingerprint: string | null;
  /** Digest of the last refund's idempotency key; null without a key. */
  refundKey: string | null;
  /** Why the last refund was refused; null unless it was. */
  refundRefusal: RefundRefusal | null;
  /** Refusals of refunds before the last one, oldest first; null for none. */
  earlierRefundRefusals: RefundKeyRefusal[] | null;
  /** The shop's own words for the last refund, which the ledger gets with each attempt; null where it gave none. */
  refundReference: string | null;
  refundReason: string | null;
  /** The payment's transaction at the ledger. Null until it is paid, and where only the payment's refund was reported. */
  paymentLedgerTxId: string | null;
}

/**
 * An intent with its QR code as a data URI, where an object has drawn it. Whoever shows a pending intent without one draws it.
 * `isSuspended`, `logoHash`: its merchant's, where they were read with it.
 */
export type DrawnIntent = PaymentIntent & {
  qrCodeUrl?: string;
  isSuspended?: boolean;
  logoHash?: string | null;
};

/** What an object retries: a payment, or the writing of what it has committed to D1 and the queues. */
export type UnfinishedWork = "payment" | "outbox";

export const NO_REFUND_TEXTS = { refundReference: null, refundReason: null } as const satisfies RefundTexts;

export const INITIAL_STATE = {
  completedBy: null,
  cancellationReason: null,
  refundStatus: null,
  refundLedgerTxId: null,
  completedAt: null,
  cancelledAt: null,
  version: 1,
  paymentDeclines: 0,
  refundDeclines: 0,
  operation: null,
  refundKey: null,
  refundRefusal: null,
  earlierRefundRefusals: null,
  ...NO_REFUND_TEXTS,
  paymentLedgerTxId: null,
} as const satisfies Partial<PaymentIntent>;

/** The fields that commands may change. All others are fixed once the intent is created. */
export const STATE_FIELDS = [
  ...(Object.keys(INITIAL_STATE) as (keyof typeof INITIAL_STATE)[]),
  "status",
  "expiresAt",
  "updatedAt",
  "eventSequence",
] as const;

export type IntentState = Pick<PaymentIntent, (typeof STATE_FIELDS)[number]>;

/** What is given when an intent is created; everything else follows from it. */
export type NewPaymentIntent = Omit<PaymentIntent, keyof typeof INITIAL_STATE | "merchantName" | "updatedAt">;

export type IntentToInsert = NewPaymentIntent & { approval?: NewApproval };

/** What is stored with a request for approval, and checked then. */
export interface NewApproval {
  walletId: string;
  /** It gets an id that leads to where the intent is. */
  event: HistoryEvent & { payload: string };
  /** How many requests of this merchant wait for the same wallet in other shards. */
  openElsewhere: number;
}

export interface InsertedIntent {
  intent: PaymentIntent;
  /** A request for approval has one; null where an earlier attempt has stored it. `firstDueAt` is its webhook's. */
  firstEvent: { eventId: string; firstDueAt: number | null } | null;
}

export function newPaymentIntent(given: NewPaymentIntent, merchantName: string): PaymentIntent {
  return { ...given, ...INITIAL_STATE, merchantName, updatedAt: given.createdAt };
}

export function isOpen(intent: PaymentIntent): boolean {
  return intent.status === "pending" || intent.status === "pending_approval";
}

/** Whether the ledger was asked to pay the intent, and its result is not known yet. */
export function isProcessing(intent: PaymentIntent): boolean {
  return isOpen(intent) && intent.operation?.kind === "payment";
}

/** Returns true from the deadline itself on, unless a payment that started in time is still in progress. */
export function isPastDeadline(intent: PaymentIntent, now: number): boolean {
  return isOpen(intent) && intent.operation === null && now >= intent.expiresAt;
}

/** Null where the shop has given none. */
export function refundTextsOf({ refundReference, refundReason }: RefundTexts): RefundTexts | null {
  return refundReference === null && refundReason === null ? null : { refundReference, refundReason };
}

export function newOperation(
  kind: LedgerOperation["kind"],
  intent: PaymentIntent,
  walletId: string,
  declines: number,
): LedgerOperation {
  return { kind, key: `${kind}:${intent.id}:${declines + 1}`, walletId, transactionId: null, attempts: 0 };
}
