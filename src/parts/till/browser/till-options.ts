// Whose till it is, and how it speaks and sells.
import { readSession, type Session } from "#pages/browser/device/api.ts";
import { type Speech, speak } from "#pages/browser/device/language.ts";
import { printReceipt } from "#pages/browser/device/receipt.ts";
import { recall, remember } from "#pages/browser/device/remembered.ts";
import type { SaleIntent } from "#pages/browser/device/sale.ts";
import { showOffline } from "#pages/browser/kit/online.ts";
import { isLanguage } from "#pages/languages.ts";

export interface TillOptions {
  root: HTMLElement;
  speech: Speech;
  session: Session;
  currency: string;
}

/** A till speaks as its shop does, until another language is chosen at it. */
export async function shopSpeech(spoken: Speech, { shop: { language } }: Session): Promise<Speech> {
  const isOpen = recall("language") === null && language !== null && isLanguage(language);
  if (!isOpen || language === spoken.language) return spoken;
  const own = await speak(language).catch(() => spoken);
  document.title = own.texts.till;
  showOffline(own.texts.offline);
  return own;
}

/** What was chosen last: at this till, or in the shop's settings since. Null while nobody has chosen. */
export function currencyOf({ shop: { currency: own } }: Session): string | null {
  if (own === null || own === recall("shopCurrency")) return recall("currency") ?? own;
  remember("shopCurrency", own);
  remember("currency", own);
  return own;
}

/** When the session ends moves with each use of it, and changes nothing that is shown. */
export function hasChanged(before: Session, now: Session): boolean {
  const shownOf = (session: Session) => JSON.stringify({ ...session, expires_at: null });
  return shownOf(before) !== shownOf(now);
}

/** No customer waits longer for what the shop may have changed. */
const READ_MS = 2_000;

/** The receipt has the shop's lines of now; offline, those that the till knows. */
export async function printSale(
  intent: SaleIntent,
  { speech, session: known }: TillOptions,
  isCopy?: true,
): Promise<void> {
  const read = await readSession(AbortSignal.timeout(READ_MS));
  const session = (read.kind === "ok" && read.value) || known;
  const { counter_name: counter, time_zone: timeZone, shop } = session;
  await printReceipt(intent, { counter, timeZone, shop }, speech, isCopy);
}
