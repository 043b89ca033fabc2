// Transfers at the ledger and their results. Its JSON is in wire/payment-intents/ledger.ts.
/** The version of `openapi-ledger.json`: what is added raises the second number, and only a break the first. */
export const LEDGER_CONTRACT_VERSION = "1.2.0";

export const DECLINE_REASONS = ["insufficient_funds", "account_not_found", "currency_mismatch"] as const;
/** `not_executed`: the ledger has no such transaction: an operator has ended the operation, or its key is that of another. */
export type DeclineReason = (typeof DECLINE_REASONS)[number] | "not_executed";

/** A request may still arrive at the ledger so long after it was sent. */
export const ARRIVES_WITHIN_MS = 10 * 60_000;

/** The operator's account at the ledger. It alone may be below zero: what it lacks is owed to wallets and merchants. */
export const FLOAT_ACCOUNT_ID = "float";
/** The ledger's own accounts besides the float begin with it. */
export const SYSTEM_PREFIX = "system:";

/** No wallet and no merchant may have these ids: a request that could name one would create money. */
export function isReserved(accountId: string): boolean {
  return accountId === FLOAT_ACCOUNT_ID || accountId.startsWith(SYSTEM_PREFIX);
}

/** Transfers of a payment intent: between a wallet and a merchant. */
export const INTENT_TRANSFERS = ["payment", "refund"] as const;
/** Transfers of a movement: between the float and a wallet, or a merchant. They are final at once. */
export const MOVEMENT_TRANSFERS = ["top_up", "pay_out", "adjustment"] as const;

export type IntentTransferKind = (typeof INTENT_TRANSFERS)[number];
export type MovementTransferKind = (typeof MOVEMENT_TRANSFERS)[number];
export type TransferKind = IntentTransferKind | MovementTransferKind;

interface TransferFields {
  /** Idempotency key: for the same key the ledger returns the same transaction, or the same decline. */
  key: string;
  fromAccountId: string;
  toAccountId: string;
  amountMinor: number;
  currency: string;
  description: string;
}

export interface IntentTransfer extends TransferFields {
  kind: IntentTransferKind;
  paymentIntentId: string;
  /** The shop's own words for a refund; left out where it gave none. */
  refundTexts?: { refundReference: string | null; refundReason: string | null };
}

export interface MovementTransfer extends TransferFields {
  kind: MovementTransferKind;
  movementId: string;
}

export type LedgerTransfer = IntentTransfer | MovementTransfer;

/**
 * What the ledger holds in a currency, often more than a double counts exactly. The float is what is owed: it is the sum of
 * the others. Null: not known exactly, and no fault of the other currencies.
 */
export interface LedgerTotals {
  currency: string;
  floatMinor: bigint | null;
  walletsMinor: bigint | null;
  merchantsMinor: bigint | null;
  /** Has left an account and not yet reached another. */
  inFlightMinor: bigint | null;
}

/**
 * What the float has too much, in minor units. Zero, unless the ledger's books are broken; null when one of the sums is not
 * known.
 */
export function floatDifference(totals: Omit<LedgerTotals, "currency">): bigint | null {
  const { floatMinor, walletsMinor, merchantsMinor, inFlightMinor } = totals;
  if (floatMinor === null || walletsMinor === null || merchantsMinor === null || inFlightMinor === null)
    return null;
  return floatMinor - walletsMinor - merchantsMinor - inFlightMinor;
}

/**
 * `unknown`: the money may have moved, so the transfer may only be retried under the same key. `rejected` is as unknown,
 * but the ledger refuses the request as such, and will again. `key_taken`: the ledger has another transfer under the
 * key; null when it cannot say which.
 */
export type TransferResult =
  | ReportedResult
  | { outcome: "unknown" }
  | { outcome: "rejected" }
  | { outcome: "key_taken"; transaction: LedgerReport | null };

/** A result that the ledger can report of its own accord. */
export type ReportedResult =
  | { outcome: "settled"; transactionId: string }
  | { outcome: "pending"; transactionId: string }
  | { outcome: "declined"; reason: DeclineReason };

/** A payment or refund as the ledger has it. */
export interface TransactionReport<Kind extends TransferKind = IntentTransferKind> {
  kind: Kind;
  /** It is null for a movement, and when the ledger does not return its metadata. */
  paymentIntentId: string | null;
  transactionId: string;
  /** The transaction's idempotency key; null when the ledger does not return its metadata. */
  operationKey: string | null;
  fromAccountId: string;
  toAccountId: string;
  /** It is null when its text is not an amount in a currency that this service knows. */
  amountMinor: number | null;
  currency: string;
  result: ReportedResult;
}

/** Whatever the ledger has, for an intent or a movement. */
export type LedgerReport = TransactionReport<TransferKind>;

export function isOfIntent(report: LedgerReport): report is TransactionReport {
  return (INTENT_TRANSFERS as readonly string[]).includes(report.kind);
}

/** What the ledger reports of its own accord. */
export interface LedgerEvent extends TransactionReport {
  paymentIntentId: string;
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
