import type { LedgerTransaction } from "#core/domain/ledger.ts";
import { transferredMinor } from "#core/wire/payment-intents/ledger.ts";
import type { DatedTransfer } from "../domain/recorded-transfer.ts";

/** Returns null for a transaction of an account's history that is no payment or refund of an intent. */
export function readRecordedTransfer(transaction: LedgerTransaction): DatedTransfer | null {
  const { transaction_type: kind, metadata } = transaction;
  const { payment_intent_id: paymentIntentId, operation_key: key } = metadata;
  if (kind !== "payment" && kind !== "refund") return null;
  if (typeof paymentIntentId !== "string") return null;
  return {
    transactionId: transaction.transaction_id,
    kind,
    status: transaction.status,
    amountMinor: transferredMinor(transaction),
    currency: transaction.currency,
    fromAccountId: transaction.from_account_id,
    toAccountId: transaction.to_account_id,
    paymentIntentId,
    operationKey: typeof key === "string" ? key : null,
    createdAt: Date.parse(transaction.created_at),
  };
}
