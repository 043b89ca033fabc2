// What a chaos run has seen: what clients were told, what is stored, and what receivers got. Times are epoch
// milliseconds.

import type { EventType } from "#core/domain/payment-intents/events.ts";
import type { IntentStatus, RefundStatus } from "#core/domain/payment-intents/payment-intent.ts";
import type { DeliveryStatus } from "#core/domain/webhooks/delivery.ts";
import type { Movement } from "#parts/desk/domain/movement.ts";

export interface Evidence {
  exchanges: readonly Exchange[];
  wallets: readonly WalletEvidence[];
  stored: Stored;
  /** The first time from which on new payments go to cells; null when they all stay at home. */
  cellsSince: number | null;
  arrivals: readonly WebhookArrival[];
  /** What each merchant's lists showed after the last kill; null before they were read. */
  lists: readonly MerchantLists[] | null;
  /** What an administrator saw after the last kill; null before it was read. */
  float: readonly FloatEvidence[] | null;
}

/** A request of a client, and its response; null when none came. */
export interface Exchange {
  /** The client id of a merchant or counter, a wallet's id, or `desk-` with a desk's. */
  actor: string;
  method: string;
  path: string;
  key: string | null;
  request: Json | null;
  sentAt: number;
  response: { status: number; at: number; body: Json } | null;
}

export type Json = Record<string, unknown>;

export interface WalletEvidence {
  id: string;
  currency: string;
  openingMinor: number;
  /** The wallet API showed it after the last kill; null before it was read. */
  balanceMinor: number | null;
}

/** Decimal texts. */
export type FloatEvidence = Record<"currency" | "float" | "difference", string>;

export interface WebhookArrival {
  eventId: string;
  body: string;
  isVerified: boolean;
  isSuccess: boolean;
}

export interface MerchantLists {
  merchantId: string;
  intentIds: readonly string[];
  transactions: readonly { id: string; status: string; amount: string; currency: string }[];
}

/** The rows in D1 and in cells. */
export interface Stored {
  readAt: number;
  intents: readonly StoredIntent[];
  events: readonly StoredEvent[];
  transactions: readonly StoredTransaction[];
  /** They are in the order in which they were made. */
  entries: readonly StoredEntry[];
  movements: readonly StoredMovement[];
  balances: readonly { accountId: string; currency: string; balanceMinor: number }[];
}

export interface StoredIntent {
  id: string;
  merchantId: string;
  amountMinor: number;
  currency: string;
  reference: string | null;
  targetWalletId: string | null;
  status: IntentStatus;
  completedBy: string | null;
  refundStatus: RefundStatus | null;
  createdAt: number;
  expiresAt: number;
  eventSequence: number;
  operation: string | null;
  shard: string;
}

export interface StoredEvent {
  id: string;
  intentId: string;
  sequence: number;
  type: EventType;
  payload: string;
  deliveryStatus: DeliveryStatus;
  busDueAt: number | null;
  shard: string;
}

export interface StoredTransaction {
  id: string;
  transactionType: "payment" | "refund" | "top_up" | "pay_out";
  status: "pending" | "completed" | "declined";
  fromAccountId: string;
  toAccountId: string;
  amountMinor: number;
  currency: string;
  intentId: string | null;
  /** It is null for an opening balance as well. */
  movementId: string | null;
}

type MovementText = "id" | "kind" | "accountId" | "currency" | "status" | "madeBy" | "idempotencyKey";
export type StoredMovement = Pick<Movement, MovementText | "amountMinor" | "expiresAt" | "correctsId">;

export interface StoredEntry {
  transactionId: string;
  accountId: string;
  currency: string;
  amountMinor: number;
}

/** Two pieces of evidence that cannot both be right. */
export interface Disagreement {
  /** It is null when it is about no single intent. */
  intentId: string | null;
  fault: string;
}
