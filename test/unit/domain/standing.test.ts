// What becomes of a caller whose merchant, counter or user an administrator has stopped.
import { describe, expect, it } from "vitest";
import { isSuspended } from "../../../src/domain/merchant.ts";
import { principalFrom, standingKeyOf } from "../../../src/domain/principal.ts";
import { commandRefusal, isSessionEnded, mayHaveToken } from "../../../src/domain/standing.ts";
import { aStanding } from "../../support/standing.ts";

const SECOND = 1_000;
const DISABLED_AT = 1_788_251_400_000;
const DISABLED_AT_SECONDS = DISABLED_AT / SECOND;

const merchant = { merchantId: "merchant-1", counterId: null, userId: null };
const counter = { ...merchant, counterId: "counter-1" };

describe("a merchant", () => {
  it("is suspended from the time of its suspension on, and never without a row", () => {
    const stops = { suspensionReason: null, refundsStoppedAt: 1, refundsStopReason: null };
    expect(isSuspended({ ...stops, suspendedAt: 0 })).toBe(true);
    expect(isSuspended({ ...stops, suspendedAt: null })).toBe(false);
    expect(isSuspended(null)).toBe(false);
  });
});

describe("a command", () => {
  it.each([
    ["of a merchant", merchant, {}, null],
    ["of a merchant whose refunds are stopped", merchant, { areRefundsStopped: true }, null],
    ["of a suspended merchant", merchant, { isSuspended: true }, "merchant_suspended"],
    ["of an active counter", counter, { counterStatus: "active" }, null],
    ["of an inactive counter", counter, { counterStatus: "inactive" }, "counter_not_active"],
    ["of a counter that does not exist", counter, {}, "counter_not_active"],
    [
      "of a suspended merchant's counter",
      counter,
      { isSuspended: true, counterStatus: "active" },
      "merchant_suspended",
    ],
  ] as const)("%s", (_, key, change, refusal) => {
    expect(commandRefusal(key, aStanding(change))).toBe(refusal);
    expect(mayHaveToken(key, aStanding(change))).toBe(refusal === null);
  });
});

describe("a user's session", () => {
  const disabled = aStanding({ userDisabledAt: DISABLED_AT, isUserDisabled: true });
  const enabledAgain = aStanding({ userDisabledAt: DISABLED_AT });

  it.each([
    ["goes on while nobody has disabled the user", aStanding(), null, false],
    ["has ended while the user is disabled", disabled, DISABLED_AT_SECONDS + 1, true],
    ["has ended if it began before that", enabledAgain, DISABLED_AT_SECONDS - 1, true],
    ["has ended if it began at that moment", enabledAgain, DISABLED_AT_SECONDS, true],
    ["has ended if nobody knows when it began", enabledAgain, null, true],
    ["goes on if it began after that", enabledAgain, DISABLED_AT_SECONDS + 1, false],
  ])("%s", (_, standing, issuedAt, expected) => {
    expect(isSessionEnded(standing, issuedAt)).toBe(expected);
  });

  it("cannot begin while the user is disabled", () => {
    expect(mayHaveToken(merchant, disabled)).toBe(false);
    expect(mayHaveToken(merchant, enabledAgain)).toBe(true);
  });
});

describe("a caller", () => {
  const keyOf = (claims: Record<string, unknown>) =>
    standingKeyOf(principalFrom({ sub: "user-1", azp: "client-1", ...claims }));

  it("is looked up by merchant and counter, and people by their user as well", () => {
    expect(keyOf({ merchant_id: "merchant-1" })).toEqual(merchant);
    expect(keyOf({ merchant_id: "merchant-1", counter_id: "counter-1" })).toEqual(counter);
    expect(keyOf({ merchant_id: "merchant-1", azp: "merchant-dashboard" })).toEqual({
      ...merchant,
      userId: "user-1",
    });
  });

  it("who acts for no merchant is not looked up", () => {
    expect(keyOf({ azp: "merchant-dashboard" })).toBeNull();
  });
});
