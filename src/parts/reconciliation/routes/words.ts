import type { OperationWords } from "#core/http/describe.ts";

export const RECONCILIATION_WORDS: Record<string, OperationWords> = {
  reconcile: [
    "Find what is stuck or disagrees",
    "Compares intents, events, deliveries and the ledger. Follow `next_cursor` until it is null: a page reads a bounded number of rows, so it may be empty.",
  ],
};
