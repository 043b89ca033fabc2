import type { LedgerTransactionJson } from "./present.ts";

/** What the ledger reports on its events queue. */
export function settledEvent(transaction: LedgerTransactionJson) {
  return { type: "transaction.settled", data: transaction };
}
