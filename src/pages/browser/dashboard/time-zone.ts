// Days and clock times of a time zone as instants.
import { wallClockWriter } from "../../../lib/local-time.ts";

const MS_PER_DAY = 86_400_000;

/**
 * The instant at which the zone's clocks show this (`2026-11-22T00:00`, without a zone). Of a time that comes twice, the
 * first; a time that is skipped is as much later as the clocks are put forward.
 */
export function instantOf(local: string, timeZone: string): string {
  const write = wallClockWriter(timeZone);
  /** What the clocks show, as if it were UTC. */
  const shownAt = (instant: number) => Date.parse(`${write(instant)}Z`);
  const wanted = Date.parse(`${local}Z`);
  const offsets = [wanted - MS_PER_DAY, wanted + MS_PER_DAY].map((at) => shownAt(at) - at);
  const candidates = offsets.map((offset) => wanted - offset);
  const exact = candidates.filter((instant) => shownAt(instant) === wanted);
  return new Date(exact.length > 0 ? Math.min(...exact) : (candidates[0] ?? wanted)).toISOString();
}

/** Days may be negative. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * MS_PER_DAY).toISOString().slice(0, 10);
}
