// What becomes of transfers that the intent has forgotten, as after a restore of the database.
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
import { confirm, confirmOther, decideInTurn, IN_TIME, refund } from "../../support/intent-commands.ts";
import { accepted, declined, event, result, settled, transferOf } from "../../support/ledger-results.ts";

const LATE = DEADLINE + 3_600_000;
const paid = decideInTurn(anIntent(), [confirm], [result("payment:1", settled)]).intent;
const refunded = decideInTurn(paid, [refund], [result("refund:1", settled)]).intent;
const byOther = { fromAccountId: OTHER_WALLET };

function expectRefused(intent: PaymentIntent, command: IntentCommand, refusal: string) {
  expect(decide(intent, command, IN_TIME)).toEqual({ intent, events: [], refusal });
}

describe("a settled payment that the intent has forgotten", () => {
  it("may be a later attempt than the intent knows of; the operation in progress is then void", () => {
    const key = { operationKey: "payment:intent-1:3" };
    for (const start of [anIntent(), decideInTurn(anIntent(), [confirmOther]).intent]) {
      const { intent } = decideInTurn(
        start,
        [event("payment", settled, key)],
        [event("payment", settled, key)],
      );
      expect(intent).toMatchObject({ completedBy: WALLET, paymentDeclines: 2, operation: null, version: 2 });
    }
  });

  it("is left to a person while the ledger has accepted another attempt, or a later one is in progress", () => {
    const first = decideInTurn(anIntent(), [confirm], [result("payment:1", accepted)]).intent;
    expectRefused(
      first,
      event("payment", settled, { operationKey: "payment:intent-1:2" }),
      "ledger_report_unexpected",
    );
    const second = decideInTurn(
      anIntent(),
      [confirm],
      [result("payment:1", declined)],
      [confirmOther],
    ).intent;
    expectRefused(second, event("payment", settled), "ledger_report_unexpected");
  });

  it("is left to a person when another payment has completed the intent", () => {
    for (const second of [{ operationKey: "payment:intent-1:2" }, byOther]) {
      expectRefused(paid, event("payment", settled, second), "ledger_report_unexpected");
    }
    expectRefused(paid, event("payment", declined), "ledger_report_unexpected");
  });

  it.each([null, "payment:intent-2:1"])(
    "is left to a person under the key %j, which is not the intent's",
    (operationKey) => {
      expectRefused(anIntent(), event("payment", settled, { operationKey }), "ledger_report_unexpected");
      expect(decide(anIntent(), event("payment", declined, { operationKey }), IN_TIME).refusal).toBeNull();
    },
  );

  it("is left to a person without a key, unless it repeats a known one", () => {
    const unkeyed = { operationKey: null };
    expect(decide(paid, event("payment", settled, unkeyed), IN_TIME).refusal).toBeNull();
    expect(decide(refunded, event("refund", settled, unkeyed), IN_TIME).refusal).toBeNull();
    const other = event("refund", settled, { ...unkeyed, transactionId: "tx-2" });
    expectRefused(refunded, other, "ledger_report_unexpected");
    for (const change of [{ amountMinor: 1 }, byOther]) {
      expectRefused(paid, event("payment", settled, { ...unkeyed, ...change }), "ledger_report_unexpected");
    }
    const foreign = event("payment", settled, { operationKey: "payment:intent-2:1" });
    expectRefused(paid, foreign, "ledger_report_unexpected");
  });
});

describe("a forgotten decline", () => {
  it("uses up its key, so that the next payment has another", () => {
    const third = { operationKey: "payment:intent-1:3" };
    const { intent, events } = decideInTurn(anIntent(), [event("payment", declined, third)], [confirm]);
    expect(events).toEqual([]);
    expect(intent.operation).toEqual(anOperation("payment", { key: "payment:intent-1:4" }));
  });

  it("changes nothing once the intent is closed or another payment is in progress", () => {
    const second = event("payment", declined, { operationKey: "payment:intent-1:2" });
    const paying = decideInTurn(anIntent(), [confirm]).intent;
    for (const intent of [INTENT_BY_STATUS.expired, INTENT_BY_STATUS.cancelled, paid, paying]) {
      expect(decide(intent, second, IN_TIME)).toEqual({ intent, events: [], refusal: null });
    }
  });
});

describe("a refund that the intent has forgotten", () => {
  it("says that the payment, too, has been forgotten", () => {
    for (const start of [
      anIntent(),
      INTENT_BY_STATUS.expired,
      decideInTurn(anIntent(), [confirmOther]).intent,
    ]) {
      const { intent, events } = decideInTurn(start, [event("refund", settled), LATE]);
      expect(intent).toMatchObject({ status: "completed", completedBy: WALLET, refundStatus: "completed" });
      expect(events).toEqual(["payment.completed", "refund.completed"]);
    }
  });

  it("can be tried again when it was declined, and keeps the refusals of other keys", () => {
    const keyed = { ...refund, key: "key-1" };
    const before = decideInTurn(paid, [keyed], [result("refund:1", declined)]).intent;
    const { intent, events } = decideInTurn(before, [
      event("refund", declined, { operationKey: "refund:intent-1:2" }),
    ]);
    expect(events).toEqual(["refund.failed"]);
    expect(intent).toMatchObject({ refundStatus: null, refundDeclines: 2, refundKey: null });
    expect(decide(intent, keyed, IN_TIME).refusal).toBe("insufficient_merchant_funds");
  });

  it("is left to a person when it contradicts the refund that is known", () => {
    const second = event("refund", settled, { operationKey: "refund:intent-1:2" });
    expectRefused(refunded, second, "ledger_report_unexpected");
    expectRefused(refunded, event("refund", declined), "ledger_report_unexpected");
  });
});

describe("a report with other contents than the transfer's", () => {
  const others = {
    amount: { amountMinor: 1251 },
    "amount that cannot be read": { amountMinor: null },
    currency: { currency: "EUR" },
    payee: { toAccountId: "merchant-2" },
    payer: byOther,
  };

  it.each(Object.entries(others))("is refused for another %s, in progress or keyed", (_, change) => {
    const paying = decideInTurn(anIntent(), [confirm]).intent;
    for (const intent of [paying, INTENT_BY_STATUS.pending_approval]) {
      for (const outcome of [settled, declined]) {
        expectRefused(intent, event("payment", outcome, change), "ledger_event_mismatch");
      }
    }
    const unkeyed = { ...change, operationKey: null };
    expectRefused(paying, event("payment", settled, unkeyed), "ledger_event_mismatch");
  });

  it("is refused for a refund to another wallet than the payer's", () => {
    const change = transferOf("refund", "merchant-1", OTHER_WALLET);
    expectRefused(paid, event("refund", settled, change), "ledger_event_mismatch");
    expectRefused(
      decideInTurn(paid, [refund]).intent,
      event("refund", settled, change),
      "ledger_event_mismatch",
    );
  });
});
