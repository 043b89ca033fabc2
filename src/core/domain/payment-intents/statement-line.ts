import type { RefundTexts } from "./payment-intent.ts";
import type { Days } from "./totals.ts";

/** A payment that completed or a refund that settled. A payment's has no texts of a refund. */
export interface StatementLine extends RefundTexts {
  kind: "payment" | "refund";
  at: number;
  intentId: string;
  number: string;
  /** The ledger's; null when it is not known. */
  transactionId: string | null;
  /** Never negative. */
  amountMinor: number;
  currency: string;
  reference: string | null;
  description: string;
  counterId: string | null;
  counterName: string | null;
}

export interface StatementLines extends Days {
  timeZone: string;
  /** They have the oldest first. */
  pages: AsyncIterable<StatementLine[]>;
}
