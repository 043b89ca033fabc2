import { expect, it } from "vitest";
import { type Desk, limitsFrom, rollsUntil } from "#parts/desk/domain/desk.ts";

const at = (time: string) => Date.parse(`2026-12-${time}Z`);
const desk = (change: Partial<Desk>) =>
  ({ timeZone: "UTC", clerks: [], limitsRollUntil: null, ...change }) as unknown as Desk;

it.each([
  ["Pacific/Kiritimati", "03T12:00", "04T10:00"],
  ["America/Los_Angeles", "03T12:00", "04T08:00"],
  // The day that begins an hour later would be a second one within a day of UTC.
  ["Etc/GMT-11", "03T12:00", "04T13:00"],
  ["Africa/Abidjan", "03T12:00", "04T00:00"],
])("a change from UTC to %s rolls from %s until %s", (timeZone, now, until) => {
  expect(rollsUntil(desk({}), timeZone, at(now))).toBe(at(until));
});

it("is not ended by a change back", () => {
  const moved = desk({ timeZone: "Etc/GMT-11", limitsRollUntil: at("04T13:00") });
  expect(rollsUntil(moved, "UTC", at("03T12:01"))).toBe(at("04T13:00"));
});

it.each([
  [{}, "03T00:00"],
  [{ limitsRollUntil: at("03T15:00") }, "03T00:00"],
  [{ limitsRollUntil: at("03T15:01") }, "02T15:00"],
  [{ limitsRollUntil: at("03T15:00"), clerks: ["Ada"] }, "02T15:00"],
] as const)("with %o, the limits at three count from %s", (change, from) => {
  expect(limitsFrom(desk(change), at("03T15:00"))).toBe(at(from));
});
