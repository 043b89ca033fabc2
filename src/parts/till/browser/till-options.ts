// Whose till it is, and how it speaks and sells.
import type { Session } from "#pages/browser/device/api.ts";
import { type Speech, speak } from "#pages/browser/device/language.ts";
import { recall, remember } from "#pages/browser/device/remembered.ts";
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
