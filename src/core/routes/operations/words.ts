import type { OperationWords } from "#core/http/describe.ts";

export const OPERATIONS_WORDS: Record<string, OperationWords> = {
  reportLedgerEvent: [
    "Report a settlement",
    "Signed as Standard Webhooks 1.0.0 prescribes, with the secret shared with the ledger. Safe to repeat.",
  ],
  checkHealth: ["Check whether the service and its database respond"],
};
