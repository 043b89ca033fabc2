import { describe, expect, it } from "vitest";
import { isSuspended } from "#core/domain/merchants/merchant.ts";
import {
  actorRefusal,
  commandRefusal,
  isSessionEnded,
  mayHaveToken,
} from "#core/domain/merchants/restrictions.ts";
import { attemptOf } from "#core/domain/payment-intents/match-transfer.ts";
import { isPastDeadline, STATE_FIELDS } from "#core/domain/payment-intents/payment-intent.ts";
import { readIdentity, restrictionsKeyOf } from "#core/domain/sessions/actor-identity.ts";
import {
  anIntent,
  anOperation,
  CREATED_AT,
  DEADLINE,
  INTENT_BY_STATUS,
  WALLET,
} from "../../support/intent.ts";
import { report, settled } from "../../support/ledger-results.ts";
import { someRestrictions } from "../../support/restrictions.ts";

describe("STATE_FIELDS", () => {
  it("names the fields that commands may change, and none that is fixed", () => {
    const state = {
      completedBy: WALLET,
      cancellationReason: "rejected_by_customer",
      refundStatus: "pending",
      refundLedgerTxId: "refund:intent-1:2",
      completedAt: CREATED_AT + 1,
      cancelledAt: CREATED_AT + 2,
      version: 4,
      paymentDeclines: 1,
      refundDeclines: 1,
      operation: anOperation("refund"),
      refundKey: "key-1",
      refundRefusal: "account_not_found",
      status: "completed",
      expiresAt: DEADLINE + 1,
      updatedAt: CREATED_AT + 2,
      eventSequence: 3,
    } as const;
    expect(STATE_FIELDS).toEqual(expect.arrayContaining(Object.keys(state)));
    const fixed = ["id", "merchantId", "merchantName", "amountMinor", "currency", "createdAt", "fingerprint"];
    expect(STATE_FIELDS).not.toEqual(expect.arrayContaining([expect.toBeOneOf(fixed)]));
  });
});

describe("isPastDeadline", () => {
  it.each([
    ["just before the deadline", anIntent(), DEADLINE - 1, false],
    ["at the deadline", anIntent(), DEADLINE, true],
    ["after the deadline", INTENT_BY_STATUS.pending_approval, DEADLINE + 1, true],
    ["while a payment is in progress", anIntent({ operation: anOperation("payment") }), DEADLINE, false],
    ["when the intent is closed", INTENT_BY_STATUS.completed, DEADLINE, false],
  ])("%s", (_, intent, now, expected) => {
    expect(isPastDeadline(intent, now)).toBe(expected);
  });
});

describe("attemptOf", () => {
  it.each([
    ["payment:intent-1:1", 1],
    ["payment:intent-1:120", 120],
    ["payment:intent-1:999999", 999_999],
    ["payment:intent-1:1000000", null],
    ["payment:intent-1:0", null],
    ["payment:intent-1:01", null],
    ["payment:intent-1:1.5", null],
    ["payment:intent-1:-1", null],
    ["payment:intent-1:1x", null],
    ["payment:intent-1:", null],
    ["payment:intent-1", null],
    ["payment:intent-10:1", null],
    ["refund:intent-1:1", null],
    [null, null],
  ])("for a payment under the key %j is %j", (operationKey, expected) => {
    expect(attemptOf(anIntent(), { ...report("payment", settled), operationKey })).toBe(expected);
  });
});

// What becomes of a caller whose merchant, counter or user an administrator has stopped.

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
    expect(commandRefusal(key, someRestrictions(change))).toBe(refusal);
    expect(mayHaveToken(key, someRestrictions(change))).toBe(refusal === null);
  });
});

describe("a refund", () => {
  const check = { isUser: false, issuedAt: null, forOwners: true, forRefund: true } as const;

  it.each([
    ["of a merchant", merchant, {}, null],
    ["of a counter", counter, { counterStatus: "active" }, "forbidden"],
    [
      "of a counter that may read its own alone",
      counter,
      { counterStatus: "active", readsOwnOnly: true },
      "forbidden",
    ],
    ["of a counter that may refund", counter, { counterStatus: "active", canRefund: true }, null],
    [
      "of an inactive counter that may refund",
      counter,
      { counterStatus: "inactive", canRefund: true },
      "counter_not_active",
    ],
    // It is told nothing of what else is stopped.
    ["of a suspended merchant's counter", counter, { isSuspended: true }, "forbidden"],
  ] as const)("%s", (_, key, change, refusal) => {
    expect(actorRefusal({ ...check, key }, someRestrictions(change))).toBe(refusal);
  });
});

describe("a user's session", () => {
  const disabled = someRestrictions({ userDisabledAt: DISABLED_AT, isUserDisabled: true });
  const enabledAgain = someRestrictions({ userDisabledAt: DISABLED_AT });

  it.each([
    ["goes on while nobody has disabled the user", someRestrictions(), null, false],
    ["has ended while the user is disabled", disabled, DISABLED_AT_SECONDS + 1, true],
    ["has ended if it began before that", enabledAgain, DISABLED_AT_SECONDS - 1, true],
    ["has ended if it began at that moment", enabledAgain, DISABLED_AT_SECONDS, true],
    ["has ended if nobody knows when it began", enabledAgain, null, true],
    ["goes on if it began after that", enabledAgain, DISABLED_AT_SECONDS + 1, false],
  ])("%s", (_, restrictions, issuedAt, expected) => {
    expect(isSessionEnded(restrictions, issuedAt)).toBe(expected);
  });

  it("cannot begin while the user is disabled", () => {
    expect(mayHaveToken(merchant, disabled)).toBe(false);
    expect(mayHaveToken(merchant, enabledAgain)).toBe(true);
  });
});

describe("a caller", () => {
  const keyOf = (claims: Record<string, unknown>) =>
    restrictionsKeyOf(readIdentity({ sub: "user-1", azp: "client-1", ...claims }));

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
