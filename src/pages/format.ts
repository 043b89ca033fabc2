// Numbers and times as people read them.

/**
 * The text of an amount, in the language and with the currency's own decimals. Exact: no double is in between.
 * In Arabic the currency is isolated: Latin letters beside the digits would pull these into their own direction,
 * and tear "US$" and the sign apart.
 */
export function formatMoney(
  decimal: string,
  currency: string,
  locale: string,
  signDisplay: "auto" | "always" = "auto",
): string {
  const digits = decimal.split(".")[1]?.length ?? 0;
  const format = new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    signDisplay,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format
    .formatToParts(decimal as Intl.StringNumericLiteral)
    .map(({ type, value }) =>
      type === "currency" && locale.startsWith("ar") ? `\u2068${value}\u2069` : value,
    )
    .join("");
}

/** How many characters are seen: those that only tell the direction take no room. */
export function lengthShown(text: string): number {
  return text.replace(/\p{Cf}/gu, "").length;
}

/** "4:59" or "26:04:59"; nothing below zero. */
export function formatTimeLeft(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const twoDigits = (unit: number) => String(unit).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const start = hours === 0 ? String(minutes) : `${hours}:${twoDigits(minutes)}`;
  return `${start}:${twoDigits(seconds % 60)}`;
}

/** A moment where it has happened. */
export function formatMoment(iso: string, timeZone: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short", timeZone }).format(
    Date.parse(iso),
  );
}
