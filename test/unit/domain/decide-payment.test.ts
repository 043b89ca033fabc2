import { describe, expect, it } from "vitest";
import { decide } from "#core/domain/payment-intents/decide.ts";
import { anIntent, anOperation, DEADLINE, INTENT_BY_STATUS, WALLET } from "../../support/intent.ts";
import {
  cancel,
  confirm,
  confirmOther,
  decideInTurn,
  expire,
  IN_TIME,
  refund,
} from "../../support/intent-commands.ts";
import { accepted, declined, event, result, settled } from "../../support/ledger-results.ts";

describe("the deadline", () => {
  it("lets a payment start in the last millisecond and no later", () => {
    expect(decideInTurn(anIntent(), [confirm, DEADLINE - 1]).intent.operation).toEqual(
      anOperation("payment"),
    );
    expect(decideInTurn(anIntent(), [confirm, DEADLINE])).toMatchObject({
      intent: { status: "expired", operation: null },
      refusals: ["expired"],
      events: ["payment.expired"],
    });
  });
});

describe("a payment in flight", () => {
  it("holds off expiry, cancellation and other wallets until its result is definite", () => {
    const paying = decideInTurn(anIntent(), [confirm]).intent;
    const { intent, refusals } = decideInTurn(
      paying,
      [expire, DEADLINE],
      [cancel, DEADLINE],
      [confirmOther, DEADLINE],
      [confirm, DEADLINE],
    );
    expect(intent).toBe(paying);
    expect(refusals).toEqual([null, "payment_in_progress", "payment_in_progress", null]);
  });

  it("completes the intent even when it settles after the deadline", () => {
    const at = DEADLINE + 60_000;
    const { intent, events } = decideInTurn(
      anIntent(),
      [confirm],
      [expire, DEADLINE],
      [result("payment:1", settled), at],
    );
    expect(intent).toEqual({
      ...anIntent(),
      status: "completed",
      completedBy: WALLET,
      paymentLedgerTxId: "tx-1",
      completedAt: at,
      updatedAt: at,
      version: 2,
      eventSequence: 1,
    });
    expect(events).toEqual(["payment.completed"]);
  });

  it("expires the intent when it is declined after the deadline", () => {
    const { intent, events } = decideInTurn(anIntent(), [confirm], [result("payment:1", declined), DEADLINE]);
    expect(intent).toMatchObject({ status: "expired", operation: null, paymentDeclines: 1, version: 3 });
    expect(events).toEqual(["payment.expired"]);
  });

  it.each([
    ["our key", "payment:intent-1:1"],
    ["only its own id", null],
  ])("may be accepted first and settled by an event with %s", (_, operationKey) => {
    const { intent, events } = decideInTurn(
      anIntent(),
      [confirm],
      [result("payment:1", accepted)],
      [event("payment", settled, { operationKey })],
    );
    expect(intent).toMatchObject({ status: "completed", completedBy: WALLET, version: 2 });
    expect(events).toEqual(["payment.completed"]);
  });

  it("ignores an event about another transaction or of another kind", () => {
    const paying = decideInTurn(anIntent(), [confirm], [result("payment:1", accepted)]).intent;
    const others = [
      event("payment", settled, { transactionId: "tx-9", operationKey: null }),
      event("payment", settled, { operationKey: "payment:intent-1:2" }),
      event("refund", settled, { operationKey: null }),
    ];
    for (const other of others) expect(decide(paying, other, IN_TIME).intent).toBe(paying);
  });
});

describe("a currency", () => {
  it("can be paid and refunded after ISO 4217 has dropped it", () => {
    const former = anIntent({ currency: "HRK" });
    const paid = decideInTurn(former, [confirm], [result("payment:1", settled)], [refund]);
    expect(paid).toMatchObject({ refusals: [null, null, null], intent: { refundStatus: "pending" } });
  });

  it("that nobody knows is refused before the ledger is asked for money", () => {
    for (const intent of [INTENT_BY_STATUS.pending, INTENT_BY_STATUS.completed]) {
      const unknownCurrency = { ...intent, currency: "???" };
      const command = intent.status === "pending" ? confirm : refund;
      expect(decide(unknownCurrency, command, IN_TIME)).toEqual({
        intent: unknownCurrency,
        events: [],
        refusal: "unknown_currency",
      });
    }
  });

  it("that nobody knows hides no other reason, and stops no cancellation", () => {
    const change = { currency: "???" };
    expect(decideInTurn({ ...INTENT_BY_STATUS.completed, ...change }, [confirmOther]).refusals).toEqual([
      "already_paid",
    ]);
    expect(decideInTurn(anIntent(change), [confirm, DEADLINE]).refusals).toEqual(["expired"]);
    expect(decideInTurn(anIntent(change), [cancel]).intent.status).toBe("cancelled");
  });
});
