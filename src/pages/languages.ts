// The languages of every page. Imports nothing, because browsers and the build read it as well.

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
export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as Language[];

export function isLanguage(value: string): value is Language {
  return Object.hasOwn(LANGUAGE_NAMES, value);
}

export function directionOf(language: Language): "ltr" | "rtl" {
  return language === "ar" ? "rtl" : "ltr";
}

/** Intl takes it. Arabic has the digits that wallets and receipts show. */
export function localeOf(language: Language): string {
  return language === "ar" ? "ar-u-nu-latn" : language;
}

/** The one that was chosen, else the best of the header `Accept-Language` (RFC 9110 §12.5.4), else English. */
export function chooseLanguage(chosen: string | undefined, accepted: string | undefined): Language {
  return askedLanguage(chosen, accepted) ?? "en";
}

/** Null where none of these is asked for. */
export function askedLanguage(chosen: string | undefined, accepted: string | undefined): Language | null {
  if (chosen !== undefined && isLanguage(chosen)) return chosen;
  const preferred = (accepted ?? "")
    .split(",")
    .map(parseRange)
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return preferred.map(({ language }) => language).find(isLanguage) ?? null;
}

function parseRange(range: string): { language: string; quality: number } {
  const [tag = "", ...parameters] = range.trim().toLowerCase().split(";");
  const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean);
  return { language: tag.split("-")[0] ?? "", quality: Number(quality ?? 1) };
}
