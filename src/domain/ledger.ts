// Transfers at the ledger and their results. The HTTP contract is in adapters/ledger.ts.
export const DECLINE_REASONS = ["insufficient_funds", "account_not_found", "currency_mismatch"] as const;
export type DeclineReason = (typeof DECLINE_REASONS)[number];

export interface LedgerTransfer {
  kind: "payment" | "refund";
  /** Idempotency key: for the same key the ledger returns the same transaction, or the same decline. */
  key: string;
  fromAccountId: string;
  toAccountId: string;
  amountMinor: number;
  currency: string;
  description: string;
  paymentIntentId: string;
}

/** `unknown`: the money may have moved, so the transfer may only be retried under the same key. */
export type TransferResult =
  | { outcome: "settled"; transactionId: string }
  | { outcome: "pending"; transactionId: string }
  | { outcome: "declined"; reason: DeclineReason }
  | { outcome: "unknown" };

/** A result that the ledger reports by an event of its own. */
export interface LedgerEvent {
  kind: "payment" | "refund";
  paymentIntentId: string;
  transactionId: string;
  /** The transaction's idempotency key; null when the ledger does not return its metadata. */
  operationKey: string | null;
  result: Exclude<TransferResult, { outcome: "unknown" }>;
}

/**
 * A line of an account's history. Its names are the wire's, because no rule reads it: it passes from the ledger's
 * response, validated, to this service's.
 */
export interface LedgerTransaction {
  transaction_id: string;
  transaction_type: string;
  status: string;
  /** Decimal text. */
  amount: string;
  currency: string;
  from_account_id: string;
  to_account_id: string;
  description: string;
  metadata: Record<string, unknown>;
  created_at: string;
  completed_at: string | null;
}
