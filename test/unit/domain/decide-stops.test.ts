// Commands after an administrator has suspended the merchant or stopped its refunds: nothing new begins, and whatever
// has begun is carried to its end.
import { describe, expect, it } from "vitest";
import type { IntentCommand, IntentRefusal } from "#core/domain/payment-intents/commands.ts";
import { decide } from "#core/domain/payment-intents/decide.ts";
import { INTENT_STATUSES, type IntentStatus } from "#core/domain/payment-intents/payment-intent.ts";
import { INTENT_BY_STATUS, MERCHANT, WALLET } from "../../support/intent.ts";
import { IN_TIME } from "../../support/intent-commands.ts";

const confirm = { type: "confirm", walletId: WALLET, isStopped: true } as const;
const approve = { type: "approve", walletId: WALLET, isStopped: true } as const;
const refund = { type: "refund", merchantId: MERCHANT, key: null, isStopped: true } as const;

type Outcome = IntentRefusal | null;

const CONFIRMED: Record<IntentStatus, Outcome> = {
  pending: "not_payable",
  pending_approval: "approval_required",
  completed: null,
  expired: "expired",
  cancelled: "already_cancelled",
};
const APPROVED: Record<IntentStatus, Outcome> = { ...CONFIRMED, pending_approval: "not_payable" };
const REFUNDED: Record<IntentStatus, Outcome> = {
  pending: "not_completed",
  pending_approval: "not_completed",
  completed: "refunds_stopped",
  expired: "not_completed",
  cancelled: "not_completed",
};

const table: [IntentCommand, Record<IntentStatus, Outcome>][] = [
  [confirm, CONFIRMED],
  [approve, APPROVED],
  [refund, REFUNDED],
];

describe.each(table)("a stopped $type", (command, outcomes) => {
  it.each(INTENT_STATUSES)("begins nothing when the intent is %s", (status) => {
    const intent = { ...INTENT_BY_STATUS[status], targetWalletId: WALLET };
    const decision = decide(intent, command, IN_TIME);
    expect(decision).toEqual({ intent, events: [], refusal: outcomes[status] });
  });
});

describe("what has begun", () => {
  it("is the refund that was accepted under the same idempotency key", () => {
    const intent = { ...INTENT_BY_STATUS.completed, refundStatus: "pending", refundKey: "key-1" } as const;
    const decision = decide(intent, { ...refund, key: "key-1" }, IN_TIME);
    expect(decision).toEqual({ intent, events: [], refusal: null });
  });
});
