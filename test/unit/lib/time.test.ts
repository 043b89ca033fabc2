import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, dateIn, localTimeWriter, rangeOfDays, startOfDay } from "#core/lib/local-time.ts";
import { isoTime, isoTimeOrNull } from "#core/lib/time.ts";

/** The range of `Date`, in epoch milliseconds. */
const RANGE = { min: -8.64e15, max: 8.64e15 };
const DAY_MS = 86_400_000;

describe("isoTime", () => {
  it("writes every time as Date does", () => {
    const usual = fc.integer({ min: 0, max: 4_102_444_799_999 });
    fc.assert(
      fc.property(fc.oneof(usual, fc.integer(RANGE)), (epochMs) => {
        expect(isoTime(epochMs)).toBe(new Date(epochMs).toISOString());
      }),
      { numRuns: 5_000 },
    );
  });

  it.each([RANGE.min, -DAY_MS, -1, 0, 1, 999, 1_000, DAY_MS - 1, DAY_MS, RANGE.max])(
    "writes %i",
    (epochMs) => {
      expect(isoTime(epochMs)).toBe(new Date(epochMs).toISOString());
    },
  );

  it("writes both sides of midnight, again and again, and more days than it remembers", () => {
    for (let day = 0; day < 1_000; day++) {
      for (const epochMs of [day * DAY_MS, day * DAY_MS - 1, 0]) {
        expect(isoTime(epochMs)).toBe(new Date(epochMs).toISOString());
      }
    }
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, RANGE.max + DAY_MS])("refuses %d", (epochMs) => {
    expect(() => isoTime(epochMs)).toThrow(RangeError);
  });
});

describe("isoTimeOrNull", () => {
  it("keeps null", () => {
    expect([isoTimeOrNull(null), isoTimeOrNull(0)]).toEqual([null, "1970-01-01T00:00:00.000Z"]);
  });
});

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

describe("startOfDay", () => {
  it.each([
    ["UTC", "2026-11-22", "2026-11-22T00:00:00Z"],
    ["Europe/Berlin", "2026-07-01", "2026-06-30T22:00:00Z"],
    ["Asia/Kathmandu", "2026-11-22", "2026-11-21T18:15:00Z"],
    ["Pacific/Kiritimati", "2026-11-22", "2026-11-21T10:00:00Z"],
    ["Pacific/Pago_Pago", "2026-11-22", "2026-11-22T11:00:00Z"],
    ["America/Los_Angeles", "2026-11-22", "2026-11-22T08:00:00Z"],
    // Clocks go from 23:59 to 01:00.
    ["Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00Z"],
  ])("in %s is midnight, or the first minute after it: %s", (zone, date, start) => {
    expect(new Date(startOfDay(date, zone)).toISOString()).toBe(new Date(start).toISOString());
  });
});

describe("rangeOfDays", () => {
  it.each([
    ["2026-03-29", 23],
    ["2026-10-25", 25],
    ["2026-11-22", 24],
  ])("has the hours of the day in Berlin: %s", (date, hours) => {
    const { from, to } = rangeOfDays({ from: date, to: date }, "Europe/Berlin");
    expect((to - from) / 3_600_000).toBe(hours);
    expect(dateIn("Europe/Berlin", from)).toBe(date);
    expect(dateIn("Europe/Berlin", to - 1)).toBe(date);
  });
});

describe("days", () => {
  it("are those of the zone", () => {
    const instant = Date.parse("2026-11-22T23:30:00Z");
    expect(["UTC", "Asia/Tokyo", "America/New_York"].map((zone) => dateIn(zone, instant))).toEqual([
      "2026-11-22",
      "2026-11-23",
      "2026-11-22",
    ]);
  });

  it("are counted across months", () => {
    expect([addDays("2026-11-30", 1), addDays("2026-03-01", -1)]).toEqual(["2026-12-01", "2026-02-28"]);
  });
});
