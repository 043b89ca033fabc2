import type { IntentRefusal } from "../domain/commands.ts";
import type { LedgerAnswer, LedgerTransfer } from "../domain/ledger.ts";
import type { LedgerOperation, PaymentIntent } from "../domain/payment-intent.ts";

/** A payment goes from the wallet to the merchant, a refund the other way; the accounts bear their ids. */
export function transferFor(intent: PaymentIntent, operation: LedgerOperation): LedgerTransfer {
  const isPayment = operation.kind === "payment";
  return {
    kind: operation.kind,
    key: operation.key,
    fromAccountId: isPayment ? operation.walletId : intent.merchantId,
    toAccountId: isPayment ? intent.merchantId : operation.walletId,
    amountMinor: intent.amountMinor,
    currency: intent.currency,
    description: intent.description,
    paymentIntentId: intent.id,
  };
}

/** What a decline means to the caller who waited for it: in a refund the empty account is the merchant's. */
export function refusalFor(operation: LedgerOperation, answer: LedgerAnswer): IntentRefusal | null {
  if (answer.outcome !== "declined") return null;
  const isMerchantShort = operation.kind === "refund" && answer.reason === "insufficient_funds";
  return isMerchantShort ? "insufficient_merchant_funds" : answer.reason;
}
