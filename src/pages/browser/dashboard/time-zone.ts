// Days and clock times of a time zone as instants.
import { wallClock } from "../../format.ts";

const MS_PER_DAY = 86_400_000;

/**
 * The instant at which the zone's clocks show this (`2026-11-22T00:00`, without a zone). Of a time that comes twice, the
 * first; a time that is skipped is as much later as the clocks are put forward.
 */
export function instantOf(local: string, timeZone: string): string {
  const wanted = Date.parse(`${local}Z`);
  const offsets = [wanted - MS_PER_DAY, wanted + MS_PER_DAY].map((at) => wallClock(at, timeZone) - at);
  const candidates = offsets.map((offset) => wanted - offset);
  const exact = candidates.filter((instant) => wallClock(instant, timeZone) === wanted);
  return new Date(exact.length > 0 ? Math.min(...exact) : (candidates[0] ?? wanted)).toISOString();
}

/** Days may be negative. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * MS_PER_DAY).toISOString().slice(0, 10);
}
