// Commands of a merchant that an administrator has stopped: nothing new begins, and what has begun is finished.
import { describe, expect, it } from "vitest";
import { decide } from "../../../src/domain/decide.ts";
import { anIntent, INTENT_BY_STATUS, WALLET } from "../../support/intent.ts";
import { confirm, decideInTurn, IN_TIME, refund } from "../../support/intent-commands.ts";
import { result, settled } from "../../support/ledger-results.ts";

const stopped = { isStopped: true } as const;
const approve = { type: "approve", walletId: WALLET } as const;
const paying = decideInTurn(anIntent(), [confirm]).intent;
const paid = decideInTurn(paying, [result("payment:1", settled)]).intent;
const keyed = { ...refund, key: "digest-1" };

describe("a payment while it is stopped", () => {
  it.each([
    ["confirm", anIntent(), confirm],
    ["approve", INTENT_BY_STATUS.pending_approval, approve],
  ] as const)("does not begin: %s", (_, intent, command) => {
    expect(decide(intent, command, IN_TIME).intent.operation).not.toBeNull();
    const decision = decide(intent, { ...command, ...stopped }, IN_TIME);
    expect(decision).toEqual({ intent, events: [], refusal: "not_payable" });
  });

  it.each([
    ["under way", paying],
    ["completed", paid],
  ])("is confirmed again when it is %s", (_, intent) => {
    const decision = decide(intent, { ...confirm, ...stopped }, IN_TIME);
    expect(decision).toEqual({ intent, events: [], refusal: null });
  });
});

describe("a refund while it is stopped", () => {
  it("does not begin", () => {
    const decision = decide(paid, { ...keyed, ...stopped }, IN_TIME);
    expect(decision).toEqual({ intent: paid, events: [], refusal: "refunds_stopped" });
  });

  it("is found again under its key when it has begun", () => {
    const refunding = decideInTurn(paid, [keyed]).intent;
    const decision = decide(refunding, { ...keyed, ...stopped }, IN_TIME);
    expect(decision).toEqual({ intent: refunding, events: [], refusal: null });
  });
});
