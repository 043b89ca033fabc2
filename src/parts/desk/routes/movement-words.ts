import type { OperationWords } from "#core/http/describe.ts";

export const MOVEMENTS_WORDS: Record<string, OperationWords> = {
  makeAdjustment: [
    "Move money between the float and an account",
    "Within the limits of `ADJUSTMENT_LIMITS`, for all administrators together; a day is one of UTC. The same request under the same key moves it once. With 202 the ledger's result is not known yet: the transfer is repeated until it is.",
  ],
  listMovements: ["List movements", "Top-ups, pay-outs and adjustments, newest first."],
  resolveMovement: [
    "End a movement by hand",
    "For one that has no result from the ledger ten minutes after it was begun. With `transaction_id`, the transaction is read from the ledger, must be this movement's and no other's, and is recorded. If the ledger does not return its `operation_key`, `confirm` is required. With `outcome` `declined`, its transfer is no longer repeated. It is declined at once if the ledger can void its key, else ten minutes later unless the ledger has executed it by then; until that is certain the response is 409 with `Retry-After`.",
  ],
  readFloat: [
    "Read what the operator owes",
    "By currency, as the ledger adds it up: the float is what wallets and merchants have, and what is in flight between them.",
  ],
};
