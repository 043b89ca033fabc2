// What the service asks of a ledger. The contract over HTTP is in clients/ledger.ts.
export const DECLINE_REASONS = ["insufficient_funds", "account_not_found", "currency_mismatch"] as const;
export type DeclineReason = (typeof DECLINE_REASONS)[number];

export interface LedgerTransfer {
  kind: "payment" | "refund";
  /** Idempotency key: the ledger answers the same transaction, or the same decline, every time. */
  key: string;
  fromAccountId: string;
  toAccountId: string;
  amountMinor: number;
  currency: string;
  description: string;
  paymentIntentId: string;
}

/** `unknown` is an outcome of its own: the money may have moved, so only the same key may be tried again. */
export type TransferResult =
  | { outcome: "settled"; transactionId: string }
  | { outcome: "pending"; transactionId: string }
  | { outcome: "declined"; reason: DeclineReason }
  | { outcome: "unknown" };

/** A settlement that the ledger reports by itself. */
export interface LedgerEvent {
  kind: "payment" | "refund";
  paymentIntentId: string;
  transactionId: string;
  /** The key the transaction was made under, when the ledger returns the metadata it was given. */
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
