import { describe, expect, it } from "vitest";
import type { IntentCommand } from "#core/domain/payment-intents/commands.ts";
import { decide } from "#core/domain/payment-intents/decide.ts";
import type { PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import {
  anIntent,
  anOperation,
  DEADLINE,
  INTENT_BY_STATUS,
  OTHER_WALLET,
  WALLET,
} from "../../support/intent.ts";
import {
  cancel,
  confirm,
  confirmOther,
  decideInTurn,
  expire,
  IN_TIME,
  refund,
} from "../../support/intent-commands.ts";
import { accepted, declined, event, result, settled, unknown } from "../../support/ledger-results.ts";

describe("the deadline", () => {
  it.each(["pending", "pending_approval"] as const)(
    "expires what is %s, but not a millisecond early",
    (status) => {
      expect(decide(INTENT_BY_STATUS[status], expire, DEADLINE - 1).intent).toBe(INTENT_BY_STATUS[status]);
      const { intent, events } = decide(INTENT_BY_STATUS[status], expire, DEADLINE);
      expect(intent).toMatchObject({ status: "expired", version: 2, updatedAt: DEADLINE });
      expect(events).toEqual([{ type: "payment.expired", sequence: 1, occurredAt: DEADLINE, reason: null }]);
    },
  );

  it("expires once", () => {
    const { events, intent } = decideInTurn(
      anIntent(),
      [expire, DEADLINE],
      [expire, DEADLINE + 1],
      [cancel, DEADLINE + 2],
    );
    expect(events).toEqual(["payment.expired"]);
    expect(intent.updatedAt).toBe(DEADLINE);
  });

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

  it("takes precedence over an approval, a rejection and a cancellation at the same instant", () => {
    const byTarget = { walletId: WALLET };
    const late: [PaymentIntent, IntentCommand, string][] = [
      [INTENT_BY_STATUS.pending_approval, { type: "approve", ...byTarget }, "expired"],
      [INTENT_BY_STATUS.pending_approval, { type: "reject", ...byTarget }, "expired"],
      [INTENT_BY_STATUS.pending, cancel, "not_pending"],
    ];
    for (const [start, command, refusal] of late) {
      expect(decideInTurn(start, [command, DEADLINE])).toMatchObject({
        intent: { status: "expired", cancellationReason: null },
        refusals: [refusal],
      });
    }
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

  it("leaves the intent to another wallet, under the next key, when it is declined in time", () => {
    const { intent, events } = decideInTurn(
      anIntent(),
      [confirm],
      [result("payment:1", declined)],
      [confirmOther],
    );
    expect(events).toEqual([]);
    expect(intent).toEqual({
      ...anIntent(),
      paymentDeclines: 1,
      version: 2,
      operation: anOperation("payment", { key: "payment:intent-1:2", walletId: OTHER_WALLET }),
    });
  });

  it("counts unknown results and changes nothing else", () => {
    const { intent, events } = decideInTurn(
      anIntent(),
      [confirm],
      [result("payment:1", unknown)],
      [result("payment:1", unknown), DEADLINE],
    );
    expect(intent).toEqual(anIntent({ operation: anOperation("payment", { attempts: 2 }) }));
    expect(events).toEqual([]);
  });

  it("ignores a result for an older key", () => {
    const second = decideInTurn(
      anIntent(),
      [confirm],
      [result("payment:1", declined)],
      [confirmOther],
    ).intent;
    for (const about of [settled, accepted, declined, unknown]) {
      expect(decide(second, result("payment:1", about), IN_TIME).intent).toBe(second);
      expect(decide(second, result("refund:2", about), IN_TIME).intent).toBe(second);
    }
    expect(decide(second, event("payment", declined), IN_TIME).intent).toBe(second);
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

  it("settles once, however often that is reported", () => {
    const { events, intent } = decideInTurn(
      anIntent(),
      [confirm],
      [result("payment:1", settled)],
      [result("payment:1", settled)],
      [event("payment", settled)],
      [event("payment", declined)],
    );
    expect(events).toEqual(["payment.completed"]);
    expect(intent).toMatchObject({ status: "completed", version: 2, eventSequence: 1 });
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
