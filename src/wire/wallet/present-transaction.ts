import type { HistoryLine } from "../../domain/wallet-history.ts";
import type { Wire } from "../shared/wire-types.ts";

/** Of the ledger's metadata only the intent: the rest is between this service and the ledger. */
export function presentWalletTransaction({
  transaction,
  direction,
  merchant,
  deskName,
  intentId,
}: HistoryLine): Wire<"WalletTransaction"> {
  return {
    id: transaction.transaction_id,
    transaction_type: transaction.transaction_type,
    direction,
    amount: transaction.amount,
    currency: transaction.currency,
    status: transaction.status,
    created_at: transaction.created_at,
    merchant_id: merchant?.id ?? null,
    merchant_name: merchant?.businessName ?? null,
    desk_name: deskName,
    payment_intent_id: intentId,
    description: transaction.description,
  };
}
