// The till's texts: a file for each language, loaded when it is chosen.
import { recall, remember } from "./remembered.ts";
import type { Texts } from "./texts/texts.ts";

/** Each by its own name. */
export const LANGUAGE_NAMES = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  ar: "العربية",
  ja: "日本語",
} as const;

export type Language = keyof typeof LANGUAGE_NAMES;

export interface Speech {
  language: Language;
  /** For Intl. */
  locale: string;
  texts: Texts;
}

/** Chosen at this till, else the page's. */
export function chosenLanguage(): Language {
  const chosen = recall("language") ?? document.documentElement.lang;
  return isKnown(chosen) ? chosen : "en";
}

export async function speak(language: Language): Promise<Speech> {
  const path = `/pages/pos-${language}.js`;
  const { texts } = (await import(path)) as { texts: Texts };
  document.documentElement.lang = language;
  document.documentElement.dir = language === "ar" ? "rtl" : "ltr";
  // Arabic with the digits that wallets and receipts show.
  return { language, locale: language === "ar" ? "ar-u-nu-latn" : language, texts };
}

export function choose(language: string): void {
  remember("language", language);
}

function isKnown(language: string): language is Language {
  return Object.hasOwn(LANGUAGE_NAMES, language);
}
