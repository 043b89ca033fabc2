// Numbers and times as people read them.

/** The text of an amount, in the language and with the currency's own decimals. Exact: no double is in between. */
export function formatMoney(decimal: string, currency: string, locale: string): string {
  const digits = decimal.split(".")[1]?.length ?? 0;
  const format = new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(decimal as Intl.StringNumericLiteral);
}

/** "4:59" or "26:04:59"; nothing below zero. */
export function formatTimeLeft(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const twoDigits = (unit: number) => String(unit).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const start = hours === 0 ? String(minutes) : `${hours}:${twoDigits(minutes)}`;
  return `${start}:${twoDigits(seconds % 60)}`;
}

/** What the zone's clocks show at an instant, as if it were UTC. */
export function wallClock(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    calendar: "iso8601",
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  }).formatToParts(instant);
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value);
  return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
}

/** The zone's day at an instant, as YYYY-MM-DD. */
export function dayIn(timeZone: string, instant: number): string {
  return new Date(wallClock(instant, timeZone)).toISOString().slice(0, 10);
}
