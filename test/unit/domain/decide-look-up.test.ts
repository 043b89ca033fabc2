// Transactions that the ledger was asked for: by an operator, or because it has given their key to another transfer.
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
import { confirm, confirmOther, decideInTurn, IN_TIME } from "../../support/intent-commands.ts";
import { accepted, declined, report, result, settled, transaction } from "../../support/ledger-results.ts";

const LATE = DEADLINE + 3_600_000;
const byOther = { fromAccountId: OTHER_WALLET };

function expectRefused(intent: PaymentIntent, command: IntentCommand, refusal: string) {
  expect(decide(intent, command, IN_TIME)).toEqual({ intent, events: [], refusal });
}

describe("a transaction that was looked up", () => {
  it("needs no key when an operator names it, but the operation's wallet", () => {
    const paying = decideInTurn(anIntent(), [confirm]).intent;
    const unkeyed = { operationKey: null, paymentIntentId: null };
    expect(decideInTurn(paying, [transaction("payment", settled, unkeyed)]).intent.status).toBe("completed");
    expect(decideInTurn(anIntent(), [transaction("payment", settled, unkeyed)]).intent.completedBy).toBe(
      WALLET,
    );
    const other = transaction("payment", settled, { ...unkeyed, ...byOther });
    expectRefused(paying, other, "ledger_event_mismatch");
  });

  it.each([{ paymentIntentId: "intent-2" }, { operationKey: "payment:intent-2:1" }])(
    "is refused when it is another intent's: %j",
    (change) => expectRefused(anIntent(), transaction("payment", settled, change), "ledger_event_mismatch"),
  );

  it("does not pass for the operation in progress under another attempt's key", () => {
    const first = decideInTurn(anIntent(), [confirm], [result("payment:1", accepted)]).intent;
    const second = transaction("payment", settled, { operationKey: "payment:intent-1:2" });
    expectRefused(first, second, "ledger_report_unexpected");
  });

  it("completes the intent after its deadline, without expiring it first", () => {
    const { intent, events } = decideInTurn(anIntent(), [transaction("payment", settled), LATE]);
    expect(intent).toMatchObject({ status: "completed", completedAt: LATE, version: 2 });
    expect(events).toEqual(["payment.completed"]);
  });

  it("is recorded while it is pending, if the intent is still open", () => {
    const { intent } = decideInTurn(anIntent(), [transaction("payment", accepted)]);
    expect(intent.operation).toEqual(anOperation("payment", { transactionId: "tx-1", attempts: 1 }));
    expectRefused(INTENT_BY_STATUS.expired, transaction("payment", accepted), "ledger_report_unexpected");
  });
});

describe("a key that the ledger has given to another transfer", () => {
  const paying = decideInTurn(anIntent(), [confirmOther]).intent;
  const taken = (by: ReturnType<typeof report> | null) =>
    result("payment:1", { outcome: "key_taken", transaction: by });

  it("waits for that wallet's payment while it is pending", () => {
    const { intent } = decideInTurn(paying, [taken(report("payment", accepted))]);
    expect(intent.operation).toMatchObject({ walletId: WALLET, transactionId: "tx-1" });
  });

  it("goes on under the next key when that payment was declined, unless the deadline has passed", () => {
    const byDecline = taken(report("payment", declined));
    const operation = anOperation("payment", { key: "payment:intent-1:2", walletId: OTHER_WALLET });
    expect(decideInTurn(paying, [byDecline]).intent).toMatchObject({ paymentDeclines: 1, operation });
    for (const late of [DEADLINE, LATE]) {
      expect(decideInTurn(paying, [byDecline, late]).intent).toMatchObject({
        status: "expired",
        operation: null,
      });
    }
  });

  it("is retried more slowly while nobody can say what it is", () => {
    const foreign = { ...report("payment", settled), amountMinor: 1 };
    for (const unusable of [taken(null), taken(foreign)]) {
      const { intent, refusals } = decideInTurn(paying, [unusable]);
      expect(intent.operation).toEqual({ ...paying.operation, attempts: 1, isRejected: true });
      expect(refusals).toEqual([null]);
      const unknown = result("payment:1", { outcome: "unknown" });
      expect(decideInTurn(intent, [unknown]).intent.operation).toEqual({ ...paying.operation, attempts: 2 });
    }
  });
});

describe("an operation that an operator ends", () => {
  const end = { type: "end_operation" } as const;

  it("must not have been accepted by the ledger", () => {
    const waiting = decideInTurn(anIntent(), [confirm], [result("payment:1", accepted)]).intent;
    expectRefused(waiting, end, "transaction_exists");
  });
});
