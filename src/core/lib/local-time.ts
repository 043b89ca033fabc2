// Times and days as the clocks of a time zone show them. Where clocks are changed, a day has 23 or 25 hours, or begins after
// midnight.

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** More than any zone is away from UTC. */
const OFFSET_MAX_MINUTES = 15 * 60;

/** Writes times as the zone's clocks show them, without the zone: `2026-11-22T14:03:12`. */
function wallClockWriter(timeZone: string): (time: number) => string {
  const format = new Intl.DateTimeFormat("en-u-ca-gregory-nu-latn", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  return (time) => {
    const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, value]));
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? "";
    return `${part("year")}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}:${part("second")}`;
  };
}

/** Writes times as the zone's clocks show them, with their distance from UTC: `2026-11-22T14:03:12+01:00`. */
export function localTimeWriter(timeZone: string): (time: number) => string {
  const write = wallClockWriter(timeZone);
  return (time) => {
    const shown = write(time);
    const offset = Math.round((Date.parse(`${shown}Z`) - time) / MINUTE_MS);
    return `${shown}${offset < 0 ? "-" : "+"}${clock(Math.abs(offset))}`;
  };
}

function clock(minutes: number): string {
  const twoDigits = (value: number) => String(value).padStart(2, "0");
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

/** When the date, as `2026-11-22`, begins in the zone: the first minute that has this date or a later one. */
export function startOfDay(date: string, timeZone: string): number {
  const dateAt = dateReader(timeZone);
  const noOffset = Date.parse(`${date}T00:00:00Z`);
  let [before, from] = [-OFFSET_MAX_MINUTES, OFFSET_MAX_MINUTES];
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2);
    if (dateAt(noOffset + middle * MINUTE_MS) < date) before = middle;
    else from = middle;
  }
  return noOffset + from * MINUTE_MS;
}

/** `to` is exclusive. */
export function rangeOfDays(
  { from, to }: { from: string; to: string },
  timeZone: string,
): { from: number; to: number } {
  return { from: startOfDay(from, timeZone), to: startOfDay(addDays(to, 1), timeZone) };
}

/** The range of each day, the oldest first. */
export function rangesOfDays(
  { from, to }: { from: string; to: string },
  timeZone: string,
): { day: string; from: number; to: number }[] {
  const starts = Array.from({ length: daysBetween(from, to) + 1 }, (_, n) => {
    const day = addDays(from, n);
    return { day, at: startOfDay(day, timeZone) };
  });
  return starts.slice(1).map(({ at }, n) => ({ day: addDays(from, n), from: starts[n]?.at ?? at, to: at }));
}

export function dateIn(timeZone: string, time: number): string {
  return dateReader(timeZone)(time);
}

/** How many days, both included. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
}

/** `days` may be negative. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

function dateReader(timeZone: string): (time: number) => string {
  const write = wallClockWriter(timeZone);
  return (time) => write(time).slice(0, 10);
}
