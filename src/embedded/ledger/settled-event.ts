import type { LedgerTransactionJson } from "./present.ts";

/** The message that reports a settled transaction on the ledger events queue. */
export function settledEvent(transaction: LedgerTransactionJson) {
  return { type: "transaction.settled", data: transaction };
}
