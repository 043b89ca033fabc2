// Intents in answers: the views of wire/payment-intent.ts with the QR code while it can be paid.
import type { PaymentIntent } from "../domain/payment-intent.ts";
import { qrPayload } from "../qr/payload.ts";
import { qrPngDataUri } from "../qr/png.ts";
import { presentIntent, presentPublicIntent } from "./payment-intent.ts";

export async function presentMerchantView(intent: PaymentIntent) {
  return { ...presentIntent(intent), ...(await presentQr(intent)) };
}

export async function presentPublicView(intent: PaymentIntent) {
  return { ...presentPublicIntent(intent), ...(await presentQr(intent)) };
}

/** A paying wallet also sees that it was itself that paid. */
export function presentWalletView(intent: PaymentIntent, walletId: string) {
  return {
    ...presentPublicIntent(intent),
    completed_by: intent.completedBy === walletId ? intent.completedBy : null,
  };
}

/** A dead code must not be shown, and a reverse-QR intent never has one. */
async function presentQr(intent: PaymentIntent): Promise<{ qr_code_url: string; qr_data: string } | null> {
  if (intent.status !== "pending") return null;
  const payload = qrPayload(intent);
  return { qr_code_url: await qrPngDataUri(payload), qr_data: payload };
}
