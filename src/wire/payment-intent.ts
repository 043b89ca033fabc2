// The payment intent as the outside sees it: one view for its merchant, a narrower one for everybody.
import { decimalText } from "../domain/money.ts";
import type { PaymentIntent } from "../domain/payment-intent.ts";
import { RawJson } from "../lib/raw-json.ts";
import { isoTime, isoTimeOrNull } from "../lib/time.ts";

/** For anyone who holds the id: an allow-list, so that a new field is private until it is named here. */
export function presentPublicIntent(intent: PaymentIntent) {
  const amount = decimalText(intent.amountMinor, intent.currency);
  return {
    id: intent.id,
    merchant_id: intent.merchantId,
    merchant_name: intent.merchantName,
    amount: Number(amount),
    amount_minor: intent.amountMinor,
    amount_decimal: amount,
    currency: intent.currency,
    description: intent.description,
    status: intent.status,
    refund_status: intent.refundStatus,
    expires_at: isoTime(intent.expiresAt),
    created_at: isoTime(intent.createdAt),
    updated_at: isoTime(intent.updatedAt),
    completed_at: isoTimeOrNull(intent.completedAt),
    cancelled_at: isoTimeOrNull(intent.cancelledAt),
  };
}

/** For the merchant that owns it. */
export function presentIntent(intent: PaymentIntent) {
  return {
    ...presentPublicIntent(intent),
    target_wallet_id: intent.targetWalletId,
    completed_by: intent.completedBy,
    cancellation_reason: intent.cancellationReason,
    refund_ledger_tx_id: intent.refundLedgerTxId,
    counter_id: intent.counterId,
    reference: intent.reference,
    callback_url: intent.callbackUrl,
    metadata: presentMetadata(intent),
  };
}

export function presentMetadata(intent: PaymentIntent): RawJson | null {
  return intent.metadataJson === null ? null : new RawJson(intent.metadataJson);
}
