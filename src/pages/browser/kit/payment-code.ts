// The code of a payment on our own screens: a link that any phone's camera opens, or what the service draws for wallets.
import { qrImage } from "./qr-code.ts";

/** What the codes begin with is in the page; empty where they are no links. */
const prefix = document.querySelector("main")?.dataset.codes ?? "";
export const isLink = prefix !== "";
/** Where other devices find the service; a till may have opened it at another address. */
export const publicOrigin = new URL(prefix || location.href).origin;

let last = { text: "", image: "" };

/** The address of an image; null for what cannot be paid. */
export function paymentCode(intent: { id: string; qr_code_url: string | null }): string | null {
  if (!isLink || !intent.qr_code_url) return intent.qr_code_url || null;
  const text = prefix + intent.id;
  if (last.text !== text) last = { text, image: qrImage(text) };
  return last.image;
}
