import { ar } from "./ar.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { ja } from "./ja.ts";
import type { Messages } from "./messages.ts";

const MESSAGES = { en, de, fr, es, ar, ja } satisfies Record<string, Messages>;

export type Language = keyof typeof MESSAGES;
export const LANGUAGES = Object.keys(MESSAGES) as Language[];

export function messagesIn(language: Language): Messages {
  return MESSAGES[language];
}

export function directionOf(language: Language): "ltr" | "rtl" {
  return language === "ar" ? "rtl" : "ltr";
}

/** For Intl. Arabic with the digits that wallets and receipts show. */
export function localeOf(language: Language): string {
  return language === "ar" ? "ar-u-nu-latn" : language;
}

/** The one that was chosen, else the best of the header `Accept-Language` (RFC 9110 §12.5.4), else English. */
export function chooseLanguage(chosen: string | undefined, accepted: string | undefined): Language {
  if (chosen !== undefined && isKnown(chosen)) return chosen;
  const preferred = (accepted ?? "")
    .split(",")
    .map(parseRange)
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return preferred.map(({ language }) => language).find(isKnown) ?? "en";
}

function parseRange(range: string): { language: string; quality: number } {
  const [tag = "", ...parameters] = range.trim().toLowerCase().split(";");
  const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean);
  return { language: tag.split("-")[0] ?? "", quality: Number(quality ?? 1) };
}

function isKnown(language: string): language is Language {
  return (LANGUAGES as string[]).includes(language);
}
