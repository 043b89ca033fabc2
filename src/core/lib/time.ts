import { BoundedCache } from "./cache.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Each day is kept, so that only its first timestamp takes a `Date`: a list has hundreds of timestamps. */
const dates = new BoundedCache<number, string>(400);

/** ISO 8601 in UTC with milliseconds, for whole milliseconds; a RangeError where `Date` throws one. */
export function isoTime(epochMs: number): string {
  const day = Math.floor(epochMs / DAY_MS);
  const time = epochMs - day * DAY_MS;
  const hours = twoDigits(Math.floor(time / HOUR_MS));
  const minutes = twoDigits(Math.floor(time / MINUTE_MS) % 60);
  const seconds = twoDigits(Math.floor(time / SECOND_MS) % 60);
  const milliseconds = String(SECOND_MS + (time % SECOND_MS)).slice(1);
  return `${dateOf(day)}T${hours}:${minutes}:${seconds}.${milliseconds}Z`;
}

function dateOf(day: number): string {
  const cached = dates.get(day);
  if (cached !== undefined) return cached;
  const [date = ""] = new Date(day * DAY_MS).toISOString().split("T");
  dates.set(day, date);
  return date;
}

function twoDigits(number: number): string {
  return number < 10 ? `0${number}` : String(number);
}

export function isoTimeOrNull(epochMs: number | null): string | null {
  return epochMs === null ? null : isoTime(epochMs);
}
