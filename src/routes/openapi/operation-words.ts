import type { OperationWords } from "../../http/describe.ts";
import { AUDIT_WORDS } from "../audit/words.ts";
import { COUNTERS_WORDS } from "../counters/words.ts";
import { DESKS_WORDS } from "../desks/words.ts";
import { IDENTITY_PROVIDER_WORDS } from "../identity-provider/words.ts";
import { MERCHANTS_WORDS } from "../merchants/words.ts";
import { MOVEMENTS_WORDS } from "../movements/words.ts";
import { OPERATIONS_WORDS } from "../operations/words.ts";
import { PAYMENT_INTENTS_WORDS } from "../payment-intents/words.ts";
import { RECONCILIATION_WORDS } from "../reconciliation/words.ts";
import { SANDBOX_WORDS } from "../sandbox/words.ts";
import { WALLET_WORDS } from "../wallet/words.ts";
import { WEBHOOKS_WORDS } from "../webhooks/words.ts";

/** By operation. */
export const OPERATION_WORDS: Record<string, OperationWords> = {
  ...AUDIT_WORDS,
  ...COUNTERS_WORDS,
  ...DESKS_WORDS,
  ...IDENTITY_PROVIDER_WORDS,
  ...MERCHANTS_WORDS,
  ...MOVEMENTS_WORDS,
  ...OPERATIONS_WORDS,
  ...PAYMENT_INTENTS_WORDS,
  ...RECONCILIATION_WORDS,
  ...SANDBOX_WORDS,
  ...WALLET_WORDS,
  ...WEBHOOKS_WORDS,
};

/** Throws for an operation without words. */
export function wordsFor(operationId: string): OperationWords {
  const words = OPERATION_WORDS[operationId];
  if (words === undefined) throw new Error(`the operation ${operationId} has no words`);
  return words;
}
