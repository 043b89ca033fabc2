// The views of a payment intent. Each is an allow-list: a new field is private until it is added here.
import type { Environment } from "#core/domain/environment.ts";
import type { EventType } from "#core/domain/payment-intents/events.ts";
import {
  type DrawnIntent,
  isProcessing,
  type PaymentIntent,
  type RefundTexts,
} from "#core/domain/payment-intents/payment-intent.ts";
import { numberOf } from "#core/lib/numbers.ts";
import { RawJson } from "#core/lib/raw-json.ts";
import { isoTime, isoTimeOrNull } from "#core/lib/time.ts";
import { qrPayload } from "#core/qr/payload.ts";
import { qrPngDataUri } from "#core/qr/png.ts";
import { logoUrl } from "#core/wire/shared/logo.ts";
import { presentAmount } from "#core/wire/shared/money.ts";
import type { Wire, WithRaw } from "#core/wire/shared/wire-types.ts";

/** What anyone who holds the id may see, as events carry it: without the QR code. */
export function presentPublicIntent(intent: PaymentIntent, environment: Environment) {
  return {
    id: intent.id,
    number: numberOf(intent),
    merchant_id: intent.merchantId,
    merchant_name: intent.merchantName,
    ...presentAmount(intent),
    description: intent.description,
    status: intent.status,
    refund_status: intent.refundStatus,
    expires_at: isoTime(intent.expiresAt),
    created_at: isoTime(intent.createdAt),
    updated_at: isoTime(intent.updatedAt),
    completed_at: isoTimeOrNull(intent.completedAt),
    cancelled_at: isoTimeOrNull(intent.cancelledAt),
    environment,
  };
}

/** What its merchant sees, as webhooks carry it: without the QR code. */
export function presentIntent(
  intent: PaymentIntent,
  environment: Environment,
): WithRaw<Wire<"WebhookPaymentIntent">, "metadata"> {
  return {
    ...presentPublicIntent(intent, environment),
    target_wallet_id: intent.targetWalletId,
    completed_by: intent.completedBy,
    cancellation_reason: intent.cancellationReason,
    refund_ledger_tx_id: intent.refundLedgerTxId,
    counter_id: intent.counterId,
    reference: intent.reference,
    callback_url: intent.callbackUrl,
    ...presentCallbackEvents(intent),
    metadata: presentMetadata(intent),
    ...presentRefundTexts(intent),
  };
}

/** Left out where the shop has given none, so that nothing changes for who does not use them. */
export function presentRefundTexts({ refundReference, refundReason }: RefundTexts) {
  return {
    ...(refundReference !== null && { refund_reference: refundReference }),
    ...(refundReason !== null && { refund_reason: refundReason }),
  };
}

/** Nothing for the default: most intents have it, and clients knew them without. */
function presentCallbackEvents({ callbackEventsJson: json }: PaymentIntent): {
  callback_events?: EventType[];
} {
  return json === null ? {} : { callback_events: JSON.parse(json) };
}

export function presentMetadata(intent: PaymentIntent): RawJson | null {
  return intent.metadataJson === null ? null : new RawJson(intent.metadataJson);
}

export function presentMerchantView(
  intent: DrawnIntent,
  { publicUrl, environment }: { publicUrl: string; environment: Environment },
): WithRaw<Wire<"PaymentIntent">, "metadata"> {
  return {
    ...presentIntent(intent, environment),
    checkout_url: checkoutUrl(publicUrl, intent.id),
    return_url: intent.returnUrl,
    ...presentQr(intent, true),
  };
}

/** The page at which anyone may pay the intent. */
export function checkoutUrl(publicUrl: string, intentId: string): string {
  return `${publicUrl}/pay/${intentId}`;
}

/** What the codes on our own screens begin with, before the id; empty where they say what `qr_data` says. */
export function codePrefix({ publicUrl, drawsLinks }: { publicUrl: string; drawsLinks: boolean }): string {
  return drawsLinks ? checkoutUrl(publicUrl, "") : "";
}

/** Where the customer's wallet opens the intent. The link carries nothing but the id: the wallet reads the rest. */
export function walletUrl(
  { publicUrl, walletAppUrl }: { publicUrl: string; walletAppUrl: string | null },
  intentId: string,
): string {
  if (walletAppUrl === null) return `${publicUrl}/wallet?pay=${intentId}`;
  const url = new URL(walletAppUrl);
  url.searchParams.set("payment_intent_id", intentId);
  return url.href;
}

/** What a public view shows of the merchant. `isPayable`: false as while it is suspended. */
export interface ShownShop {
  isPayable: boolean;
  logoHash: string | null;
}

/** Leaves out the QR code when the intent is not payable. */
export function presentPublicView(
  intent: DrawnIntent,
  { isPayable, logoHash }: ShownShop,
  { publicUrl, environment }: { publicUrl: string; environment: Environment },
): Wire<"PublicPaymentIntent"> {
  return {
    ...presentPublicIntent(intent, environment),
    logo_url: logoUrl(publicUrl, logoHash),
    is_payable: isPayable,
    is_processing: isProcessing(intent),
    ...presentQr(intent, isPayable),
  };
}

/** A wallet also sees whether it was the one that paid. */
export function presentWalletView(
  intent: PaymentIntent,
  walletId: string,
  environment: Environment,
): Wire<"WalletPaymentIntent"> {
  return {
    ...presentPublicIntent(intent, environment),
    is_processing: isProcessing(intent),
    completed_by: intent.completedBy === walletId ? intent.completedBy : null,
  };
}

interface QrFields {
  qr_code_url: string | null;
  qr_data: string | null;
}

/** Only while the intent can be paid: a code that no longer works must not be shown. Scanned intents never have one. */
function presentQr(intent: DrawnIntent, isPayable: boolean): QrFields {
  if (intent.status !== "pending" || !isPayable) return { qr_code_url: null, qr_data: null };
  const payload = qrPayload(intent);
  return { qr_code_url: intent.qrCodeUrl ?? qrPngDataUri(payload), qr_data: payload };
}
