import { describe, expect, it } from "vitest";
import {
  isOpen,
  isPastDeadline,
  newOperation,
  newPaymentIntent,
  STATE_FIELDS,
} from "../../../src/domain/payment-intent.ts";
import {
  anIntent,
  anOperation,
  CREATED_AT,
  DEADLINE,
  INTENT_BY_STATUS,
  WALLET,
} from "../../support/intent.ts";

describe("newPaymentIntent", () => {
  it("completes what is given with the state in which every intent begins", () => {
    const given = {
      id: "intent-1",
      merchantId: "merchant-1",
      amountMinor: 1250,
      currency: "USD",
      description: "Coffee",
      reference: "order-1",
      metadataJson: "{}",
      callbackUrl: "https://shop.example.com/hooks",
      returnUrl: "https://shop.example.com/orders/1",
      createdBy: null,
      counterId: "counter-1",
      targetWalletId: WALLET,
      status: "pending_approval",
      expiresAt: DEADLINE,
      createdAt: CREATED_AT,
      eventSequence: 1,
      fingerprint: "fingerprint-1",
    } as const;
    expect(newPaymentIntent(given, "Corner Shop")).toEqual(
      anIntent({ ...given, merchantName: "Corner Shop" }),
    );
  });
});

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

describe("isOpen", () => {
  it.each(Object.values(INTENT_BY_STATUS))("for $status", (intent) => {
    expect(isOpen(intent)).toBe(["pending", "pending_approval"].includes(intent.status));
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

describe("newOperation", () => {
  it.each([
    ["payment", 0, "payment:intent-1:1"],
    ["refund", 2, "refund:intent-1:3"],
  ] as const)("for a %s after %i declines has the key %s", (kind, declines, key) => {
    expect(newOperation(kind, anIntent(), WALLET, declines)).toEqual(anOperation(kind, { key }));
  });
});
