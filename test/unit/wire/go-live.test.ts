import { describe, expect, it } from "vitest";
import { GO_LIVE_CHECKS, isComplete, type SeenEvidence } from "../../../src/domain/go-live.ts";
import { presentGoLive } from "../../../src/wire/merchants/present-go-live.ts";

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
