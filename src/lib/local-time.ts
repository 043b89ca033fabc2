import { wallClockWriter } from "./wall-clock.ts";

const MINUTE_MS = 60_000;

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
