// The sandbox's clock: the deadline comes nearer by so much, to now at the earliest.
import { describe, expect, it } from "vitest";
import { decide } from "#core/domain/payment-intents/decide.ts";
import { CREATED_AT, DEADLINE, INTENT_BY_STATUS, MERCHANT } from "../../support/intent.ts";

const NOW = CREATED_AT + 60_000;
const LEFT_MS = DEADLINE - NOW;
const sooner = (byMs: number, merchantId = MERCHANT) =>
  ({ type: "simulate_expiry", merchantId, byMs }) as const;

describe.each(["pending", "pending_approval"] as const)("an intent that is %s", (status) => {
  const intent = INTENT_BY_STATUS[status];

  it.each([1, 1_000, LEFT_MS - 1])("expires %d ms sooner, which everyone sees without an event", (byMs) => {
    expect(decide(intent, sooner(byMs), NOW)).toEqual({
      refusal: null,
      events: [],
      intent: { ...intent, expiresAt: DEADLINE - byMs, updatedAt: NOW, version: intent.version + 1 },
    });
  });

  it("is another merchant's", () => {
    expect(decide(intent, sooner(1, "m-2"), NOW)).toEqual({ intent, events: [], refusal: "not_found" });
  });
});
