// The page's language: its texts, which are a file of their own, and how it writes numbers and times.
import type { PartPages } from "#core/part-pages.ts";
import { assumedNow } from "#pages/browser/kit/clock.ts";
import { importTexts, languageOr } from "#pages/browser/kit/language.ts";
import { formatMoney } from "#pages/format.ts";
import { type Language, localeOf } from "#pages/languages.ts";
import type { messages } from "./messages/en.ts";
import { timeZone } from "./session.ts";

export type Messages = typeof messages;

const STORED_AS = "language";
const DAY_MS = 24 * 60 * 60_000;
const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

/** The texts in the page's language. */
export let t: Messages;
let language: Language = "en";

/** The language that was chosen here before, else the one that the server has found best. */
export async function loadTexts(parts: readonly PartPages[]): Promise<void> {
  language = languageOr(localStorage.getItem(STORED_AS));
  ({ messages: t } = await importTexts<{ messages: Messages }>("dashboard", language));
  for (const { auditTexts } of parts) Object.assign(t.audit.actions, auditTexts?.[language]);
}

export function rememberLanguage(chosen: string): void {
  localStorage.setItem(STORED_AS, chosen);
}

export function currentLanguage(): Language {
  return language;
}

export function locale(): string {
  return localeOf(language);
}

export function money(decimal: string, currency: string): string {
  return formatMoney(decimal, currency, localeOf(language));
}

export function count(value: number): string {
  return new Intl.NumberFormat(localeOf(language)).format(value);
}

/** Shows it in the merchant's time zone, as every time on the dashboard. */
export function moment(iso: string): string {
  return formatTime(iso, { dateStyle: "medium", timeStyle: "short" });
}

/** The time of day alone, under the name of its day. */
export function timeOfDay(iso: string): string {
  return formatTime(iso, { timeStyle: "short" });
}

/** "Today", "Yesterday", or which day it was. */
export function dayTitle(day: string, today: string): string {
  const daysAgo = (Date.parse(today) - Date.parse(day)) / DAY_MS;
  return daysAgo < 0 || daysAgo > 1 ? dayName(day) : periodTitle(daysAgo, "day");
}

/** Such as "Last week" for one that is one ago. */
export function periodTitle(ago: number, unit: "day" | "week" | "month"): string {
  const words = new Intl.RelativeTimeFormat(localeOf(language), { numeric: "auto" }).format(-ago, unit);
  return words.charAt(0).toLocaleUpperCase(localeOf(language)) + words.slice(1);
}

/** Shows it to the second, with the zone: for a story in which the order counts. */
export function exactMoment(iso: string): string {
  return formatTime(iso, { dateStyle: "long", timeStyle: "long" });
}

/** A day as YYYY-MM-DD, which has no time zone. */
export function dayName(day: string): string {
  return formatDay(day, { dateStyle: "full" });
}

/** The name of a day's bar: short, which Arabic's are only as letters, and a number where there are many. */
export function shortDay(day: string, among: number): string {
  const name = language === "ar" ? "narrow" : "short";
  return formatDay(day, among > 7 ? { day: "numeric" } : { weekday: name });
}

export function weekday(day: string): string {
  return formatDay(day, { weekday: "long" });
}

function formatDay(day: string, style: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(localeOf(language), { ...style, timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );
}

export function hourNow(zone: string): number {
  const hour = new Intl.DateTimeFormat("en", { hour: "numeric", hourCycle: "h23", timeZone: zone });
  return Number(hour.format(assumedNow()));
}

/** In the largest unit that has no rest, such as "30 minutes". */
export function duration(seconds: number): string {
  const unit = UNITS.find(([, length]) => seconds % length === 0) ?? UNITS[2];
  const style = { style: "unit", unit: unit[0], unitDisplay: "long" } as const;
  return new Intl.NumberFormat(localeOf(language), style).format(Math.round(seconds / unit[1]));
}

function formatTime(iso: string, style: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(localeOf(language), { ...style, timeZone: timeZone() }).format(
    new Date(iso),
  );
}

/** Returns the value itself where that is newer than this page. */
export function wordFor(words: Readonly<Record<string, string>>, value: string): string {
  return words[value] ?? value;
}
