// The metrics of a service in which nothing has happened yet.
import { expect, it } from "vitest";
import type { Gauges } from "../../../src/db/operations/gauges.ts";
import { NO_EVENTS, PAY_BOUNDS_SECONDS } from "../../../src/domain/metrics.ts";
import { presentMetrics } from "../../../src/wire/operations/present-metrics.ts";

const DAY_SECONDS = 86_400;
const NOTHING: Gauges = {
  openIntents: 0,
  awaitingApproval: 0,
  overdueIntents: 0,
  oldestOverdueAt: null,
  dueDeliveries: 0,
  retriedDeliveries: 0,
  waitingDeliveries: 0,
  failedDeliveries: 0,
  oldestDueAt: null,
  degradedEndpoints: 0,
  oldestDegradedAt: null,
  unsentBusEvents: 0,
  refundsByAge: "[]",
  paymentsByAge: "[]",
  outboxesByAge: "[]",
  oldestRefundAt: null,
  oldestPaymentAt: null,
  oldestOutboxAt: null,
};
const TEXT = presentMetrics({ now: Date.now(), gauges: NOTHING, counts: NO_EVENTS, countedAt: null });

function labelsIn(pattern: RegExp): string[] {
  return [...TEXT.matchAll(pattern)].map(([, label = ""]) => label);
}

it("are all zero", () => {
  const samples = TEXT.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  expect(samples.length).toBeGreaterThan(40);
  expect(samples.filter((line) => !line.endsWith(" 0"))).toEqual([]);
});

it("count payments within bounds of up to a day, and those above", () => {
  const bounds = labelsIn(/^payments_time_to_pay_seconds_bucket\{le="(.+)"\} 0$/gm);
  expect(bounds.pop()).toBe("+Inf");
  expect(Number(bounds.at(-1))).toBe(DAY_SECONDS);
  expect(bounds.map(Number)).toEqual(bounds.map(Number).toSorted((a, b) => a - b));
  expect(NO_EVENTS.paidWithin).toEqual([...PAY_BOUNDS_SECONDS, "above"].map(() => 0));
});

it("count unfinished work by its age, from any age to a day", () => {
  const ages = labelsIn(/^payments_objects_undrained\{older_than_seconds="(\d+)"\} 0$/gm).map(Number);
  expect(ages.at(0)).toBe(0);
  expect(ages.at(-1)).toBe(DAY_SECONDS);
  expect(ages).toEqual(ages.toSorted((a, b) => a - b));
});
