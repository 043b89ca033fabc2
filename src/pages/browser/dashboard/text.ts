// The page's language: its texts, which are a file of their own, and how it writes numbers and times.
import { formatMoney } from "../../format.ts";
import type { messages } from "./messages/en.ts";
import { timeZone } from "./session.ts";

const LANGUAGES = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  ar: "العربية",
  ja: "日本語",
} as const;
export type Language = keyof typeof LANGUAGES;
export const LANGUAGE_NAMES = Object.entries(LANGUAGES) as [Language, string][];

export type Messages = typeof messages;

const STORED_AS = "language";

/** The texts in the page's language. */
export let t: Messages;
let language: Language = "en";

/** The language that was chosen here before, else the one that the server has found best. */
export async function loadTexts(): Promise<void> {
  const chosen = localStorage.getItem(STORED_AS) ?? document.documentElement.lang;
  language = isLanguage(chosen) ? chosen : "en";
  document.documentElement.lang = language;
  document.documentElement.dir = language === "ar" ? "rtl" : "ltr";
  // A file with a name that never changes, which the bundler must not look for.
  const path = `/pages/dashboard-${language}.js`;
  ({ messages: t } = (await import(path)) as { messages: Messages });
}

export function chooseLanguage(chosen: string): void {
  localStorage.setItem(STORED_AS, chosen);
  location.reload();
}

export function currentLanguage(): Language {
  return language;
}

/** Arabic with the digits that wallets and receipts show. */
function locale(): string {
  return language === "ar" ? "ar-u-nu-latn" : language;
}

export function money(decimal: string, currency: string): string {
  return formatMoney(decimal, currency, locale());
}

export function count(value: number): string {
  return new Intl.NumberFormat(locale()).format(value);
}

/** In the merchant's time zone, as every time on the dashboard. */
export function moment(iso: string): string {
  return formatTime(iso, { dateStyle: "medium", timeStyle: "short" });
}

/** To the second, with the zone: for a story in which the order counts. */
export function exactMoment(iso: string): string {
  return formatTime(iso, { dateStyle: "long", timeStyle: "long" });
}

/** A day as YYYY-MM-DD, which has no time zone. */
export function dayName(day: string): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: "full", timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );
}

function formatTime(iso: string, style: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale(), { ...style, timeZone: timeZone() }).format(new Date(iso));
}

function isLanguage(value: string): value is Language {
  return Object.hasOwn(LANGUAGES, value);
}
