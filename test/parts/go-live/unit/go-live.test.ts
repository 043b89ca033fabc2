import { describe, expect, it } from "vitest";
import sandboxDocument from "#assets/openapi.sandbox.json" with { type: "json" };
import type { Gauges } from "#core/db/operations/gauges.ts";
import { NO_EVENTS, PAY_BOUNDS_SECONDS } from "#core/domain/operations/metrics.ts";
import { FINDING_KINDS, type Finding } from "#core/domain/reconciliation/reconciliation.ts";
import { GO_LIVE_CHECKS, isComplete, type SeenEvidence } from "#parts/go-live/domain/go-live.ts";
import { presentGoLive } from "#parts/go-live/wire/present-go-live.ts";
import { presentMetrics } from "#parts/operations/wire/present-metrics.ts";
import { presentFinding } from "#parts/reconciliation/wire/present-finding.ts";

const AT = Date.UTC(2026, 10, 22);
const SEEN = { at: AT, intentId: "intent-1", eventId: null };
const ALL: SeenEvidence = {
  payment_completed: SEEN,
  webhook_delivered: { ...SEEN, eventId: "event-1" },
  webhook_retried: { ...SEEN, eventId: "event-2" },
  refund_settled: SEEN,
};

describe("isComplete", () => {
  it("is true once everything has been seen", () => {
    expect(isComplete(ALL)).toBe(true);
    for (const check of Object.keys(ALL)) expect(isComplete({ ...ALL, [check]: null })).toBe(false);
  });
});

describe("presentGoLive", () => {
  it("says of each check what it means, and what to do unless it has passed", () => {
    const none: SeenEvidence = {
      payment_completed: null,
      webhook_delivered: null,
      webhook_retried: null,
      refund_settled: null,
    };
    const present = (evidence: SeenEvidence) =>
      presentGoLive({ merchantId: "merchant-1", merchantStatus: "active", environment: "sandbox", evidence });
    const { checks } = present(none);
    expect(checks.map(({ check }) => check)).toEqual([...GO_LIVE_CHECKS]);
    for (const { meaning, action } of checks) {
      expect(meaning).toMatch(/^[A-Z].+\.$/);
      expect(action).toMatch(/^[A-Z].+\.$/);
    }
    expect(present(ALL).checks.map(({ state, action }) => [state, action === null])).toEqual([
      ...Array(4).fill(["passed", true]),
      ...Array(4).fill(["yours_to_confirm", false]),
    ]);
  });
});

// The metrics of a service in which nothing has happened yet.

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
  movementsByAge: "[]",
  outboxesByAge: "[]",
  oldestRefundAt: null,
  oldestPaymentAt: null,
  oldestOutboxAt: null,
};

const TEXT = presentMetrics({
  now: Date.now(),
  gauges: NOTHING,
  counts: NO_EVENTS,
  countedAt: null,
  oldestReportAt: null,
  homeBytes: 0,
  largestBytes: 0,
  droppedPushes: {},
  floatMismatches: 0,
});

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

// What an operator reads about a finding of the reconciliation.

const DOCUMENTED_REQUESTS = Object.entries(sandboxDocument.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
);

/** The kinds whose action is a request, with what it asks for. */
const REQUESTS: Partial<Record<Finding["kind"], string[]>> = {
  payment_unfinished: ["POST /merchant/api/v1/admin/payment-intents/intent-1/resolve"],
  refund_unfinished: ["POST /merchant/api/v1/admin/payment-intents/intent-1/resolve"],
  payment_unrecorded: ["POST /merchant/api/v1/admin/payment-intents/intent-1/resolve"],
  refund_unrecorded: ["POST /merchant/api/v1/admin/payment-intents/intent-1/resolve"],
  delivery_failed: [
    "POST /merchant/api/v1/webhook-deliveries/event-1/redeliver",
    "POST /merchant/api/v1/webhook-deliveries/recover",
  ],
  delivery_missing: ["POST /merchant/api/v1/webhook-deliveries/event-1/redeliver"],
  event_missing: ["GET /merchant/api/v1/payment-intents/intent-1"],
};

function actionFor(kind: Finding["kind"]): string {
  const ids = {
    merchantId: "merchant-1",
    paymentIntentId: "intent-1",
    movementId: "movement-1",
    eventId: "event-1",
    transactionId: "tx-1",
  };
  return presentFinding({ kind, since: 0, found: "it", ...ids }).action;
}

function requestsIn(action: string): string[] {
  return [...action.matchAll(/(GET|POST) [\w/-]+/g)].map(([request]) => request);
}

function isDocumented(request: string): boolean {
  return DOCUMENTED_REQUESTS.some((path) =>
    new RegExp(`^${path.replace(/\{\w+\}/g, "[\\w-]+")}$`).test(request),
  );
}

describe.each(FINDING_KINDS)("the action for %s", (kind) => {
  it("is a sentence that names the finding's own ids", () => {
    expect(actionFor(kind)).toMatch(/^[A-Z][^{}]+[.:]/);
    expect(actionFor(kind)).toMatch(/\.$/);
  });

  it("names only requests that exist", () => {
    const requests = requestsIn(actionFor(kind));
    expect(requests).toEqual(REQUESTS[kind] ?? []);
    expect(requests.filter((request) => !isDocumented(request))).toEqual([]);
  });
});
