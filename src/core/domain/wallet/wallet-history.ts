import type { LedgerTransaction } from "#core/domain/ledger.ts";

export interface MerchantName {
  id: string;
  businessName: string;
}

/** Where a transaction was made that is no payment's. */
export interface Venue {
  /** It is null where no customer comes. */
  name: string | null;
  /** By which people call what was made there. */
  number: string;
  /** The number of the top-up that it corrects, if it does. */
  corrects: string | null;
}

/** A transaction of a wallet's account at the ledger, with what this service knows of it. */
export interface HistoryLine {
  transaction: LedgerTransaction;
  direction: "in" | "out";
  /** It is null when the other account is not a merchant's. */
  merchant: MerchantName | null;
  /** Where it was made, if a part knows it. */
  venue: string | null;
  corrects: string | null;
  /** That of the payment or of what a part made; null when neither is known. */
  number: string | null;
  /** What was paid or refunded. Null when it is not known, or not any more. */
  intentId: string | null;
}
