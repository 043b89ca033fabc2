import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isoTime, isoTimeOrNull } from "../../../src/lib/time.ts";

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
