import { describe, expect, it } from "vitest";
import { localTimeWriter } from "../../../src/lib/local-time.ts";

describe("a time as a zone's clocks show it", () => {
  it.each([
    ["UTC", "2026-11-22T00:00:00.999Z", "2026-11-22T00:00:00+00:00"],
    ["Europe/Berlin", "2026-11-22T23:30:00Z", "2026-11-23T00:30:00+01:00"],
    ["Europe/Berlin", "2026-10-25T00:30:00Z", "2026-10-25T02:30:00+02:00"],
    ["Europe/Berlin", "2026-10-25T01:30:00Z", "2026-10-25T02:30:00+01:00"],
    ["America/St_Johns", "2026-01-01T03:29:59Z", "2025-12-31T23:59:59-03:30"],
    ["Asia/Kathmandu", "2026-06-30T18:15:00Z", "2026-07-01T00:00:00+05:45"],
    ["Pacific/Kiritimati", "2026-11-22T10:00:00Z", "2026-11-23T00:00:00+14:00"],
  ])("in %s at %s is %s", (zone, time, expected) => {
    const write = localTimeWriter(zone);
    expect(write(Date.parse(time))).toBe(expected);
    expect(Date.parse(expected)).toBe(Math.floor(Date.parse(time) / 1000) * 1000);
  });
});
