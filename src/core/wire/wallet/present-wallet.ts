import type { WalletChange } from "#core/domain/wallet/live-wallet.ts";
import type { HistoryLine } from "#core/domain/wallet/wallet-history.ts";
import type { Wire } from "#core/wire/shared/wire-types.ts";

/** The ledger's metadata is shown as the intent alone: the rest is between this service and the ledger. */
export function presentWalletTransaction({
  transaction,
  direction,
  merchant,
  venue,
  corrects,
  number,
  intentId,
}: HistoryLine): Wire<"WalletTransaction"> {
  return {
    id: transaction.transaction_id,
    number,
    transaction_type: transaction.transaction_type,
    direction,
    amount: transaction.amount,
    currency: transaction.currency,
    status: transaction.status,
    created_at: transaction.created_at,
    merchant_id: merchant?.id ?? null,
    merchant_name: merchant?.businessName ?? null,
    desk_name: venue,
    corrects_number: corrects,
    payment_intent_id: intentId,
    description: transaction.description,
  };
}

export function presentChange({ type, intentId }: WalletChange): Wire<"WalletChangeResponse"> {
  return { type, ...(intentId === null ? {} : { payment_intent_id: intentId }) };
}
