import type { OperationWords } from "../../core/http/describe.ts";
import { AUDIT_WORDS } from "../../core/routes/audit/words.ts";
import { COUNTERS_WORDS } from "../../core/routes/counters/words.ts";
import { MERCHANTS_WORDS } from "../../core/routes/merchants/words.ts";
import { OPERATIONS_WORDS } from "../../core/routes/operations/words.ts";
import { PAYMENT_INTENTS_WORDS } from "../../core/routes/payment-intents/words.ts";
import { WALLET_WORDS } from "../../core/routes/wallet/words.ts";
import { WEBHOOKS_WORDS } from "../../core/routes/webhooks/words.ts";

/** By operation. Those of parts come by `addToDocument`. */
export const OPERATION_WORDS: Record<string, OperationWords> = {
  ...AUDIT_WORDS,
  ...COUNTERS_WORDS,
  ...MERCHANTS_WORDS,
  ...OPERATIONS_WORDS,
  ...PAYMENT_INTENTS_WORDS,
  ...WALLET_WORDS,
  ...WEBHOOKS_WORDS,
};

/** Throws for an operation without words. */
export function wordsFor(operationId: string): OperationWords {
  const words = OPERATION_WORDS[operationId];
  if (words === undefined) throw new Error(`the operation ${operationId} has no words`);
  return words;
}
