import { describe, expect, it } from "vitest";
import { decide } from "#core/domain/payment-intents/decide.ts";
import { anIntent, anOperation, DEADLINE } from "../../support/intent.ts";
import { confirm, decideInTurn, expire, refund, type Step } from "../../support/intent-commands.ts";
import { accepted, declined, event, result, settled, unknown } from "../../support/ledger-results.ts";

describe("a refund", () => {
  const LATER = DEADLINE + 3_600_000;
  const paid = decideInTurn(anIntent(), [confirm], [result("payment:1", settled)]).intent;
  const refunding = decideInTurn(paid, [refund, LATER]).intent;

  it("is pending under its key, then under the ledger's id, then completed", () => {
    const { decisions, events, intent } = decideInTurn(
      paid,
      [refund, LATER],
      [result("refund:1", accepted), LATER + 1],
      [event("refund", settled), LATER + 2],
      [refund, LATER + 3],
    );
    const seen = decisions.map(({ intent: { refundStatus, refundLedgerTxId, version } }) => [
      refundStatus,
      refundLedgerTxId,
      version,
    ]);
    expect(seen).toEqual([
      ["pending", "refund:intent-1:1", 3],
      ["pending", "tx-1", 4],
      ["completed", "tx-1", 5],
      ["completed", "tx-1", 5],
    ]);
    expect(events).toEqual(["refund.pending", "refund.completed"]);
    expect(decisions.at(-1)?.refusal).toBe("already_refunded");
    expect(intent).toMatchObject({
      status: "completed",
      operation: null,
      eventSequence: 3,
      updatedAt: LATER + 2,
    });
  });

  it("is a counter's of its own payments, and a merchant's of all", () => {
    const own = { ...paid, counterId: "counter-1" };
    const refusalOf = (intent: typeof paid, counterId?: string | null) =>
      decide(intent, { ...refund, ...(counterId !== undefined && { counterId }) }, LATER).refusal;
    expect([refusalOf(own, "counter-1"), refusalOf(own, null), refusalOf(own)]).toEqual([null, null, null]);
    expect([refusalOf(own, "counter-2"), refusalOf(paid, "counter-1")]).toEqual(["not_found", "not_found"]);
  });

  it.each([
    ["at once", []],
    ["after it was accepted", [[result("refund:1", accepted), LATER] as Step]],
  ])("can be retried when it is declined %s", (_, before) => {
    const { intent, decisions } = decideInTurn(refunding, ...before, [
      result("refund:1", declined),
      LATER + 1,
    ]);
    expect(intent).toMatchObject({
      status: "completed",
      refundStatus: null,
      refundLedgerTxId: null,
      operation: null,
    });
    expect(decisions.at(-1)?.events).toEqual([
      { type: "refund.failed", sequence: 3, occurredAt: LATER + 1, reason: "insufficient_funds" },
    ]);
    expect(decideInTurn(intent, [refund, LATER + 2]).intent).toMatchObject({
      refundStatus: "pending",
      refundLedgerTxId: "refund:intent-1:2",
      operation: anOperation("refund", { key: "refund:intent-1:2" }),
    });
  });

  it("stays pending while its result is unknown", () => {
    const { intent, events } = decideInTurn(refunding, [result("refund:1", unknown), LATER], [expire, LATER]);
    expect(intent).toEqual({ ...refunding, operation: anOperation("refund", { attempts: 1 }) });
    expect(events).toEqual([]);
  });
});
