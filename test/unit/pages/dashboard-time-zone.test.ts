// The dashboard's days, in the merchant's time zone.
import { describe, expect, it } from "vitest";
import { dateIn } from "../../../src/lib/local-time.ts";
import { addDays, instantOf } from "../../../src/pages/browser/dashboard/time-zone.ts";

describe("instantOf", () => {
  it.each([
    ["2026-11-22T00:00", "UTC", "2026-11-22T00:00:00.000Z"],
    ["2026-11-22T00:00", "Europe/Berlin", "2026-11-21T23:00:00.000Z"],
    ["2026-07-01T12:30", "Europe/Berlin", "2026-07-01T10:30:00.000Z"],
    ["2026-11-22T00:00", "Asia/Kathmandu", "2026-11-21T18:15:00.000Z"],
    ["2026-11-22T00:00", "Pacific/Kiritimati", "2026-11-21T10:00:00.000Z"],
    ["2026-11-22T00:00", "America/Los_Angeles", "2026-11-22T08:00:00.000Z"],
  ])("reads %s in %s", (local, timeZone, expected) => {
    expect(instantOf(local, timeZone)).toBe(expected);
  });

  it("takes the first of a time that comes twice", () => {
    expect(instantOf("2026-10-25T02:30", "Europe/Berlin")).toBe("2026-10-25T00:30:00.000Z");
  });

  it("moves a time that is skipped forward, such as a midnight", () => {
    expect(instantOf("2026-03-29T02:30", "Europe/Berlin")).toBe("2026-03-29T01:30:00.000Z");
    expect(instantOf("2024-04-26T00:00", "Africa/Cairo")).toBe("2024-04-25T22:00:00.000Z");
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
