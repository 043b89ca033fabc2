// What reconciliation says about a transfer at the ledger and the intent it was for.
import { describe, expect, it } from "vitest";
import type { PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import {
  judgeIntent,
  judgeTransfer,
  type RecordedTransfer,
  reportedTransfer,
} from "#parts/reconciliation/domain/recorded-transfer.ts";
import { anIntent, INTENT_BY_STATUS, MERCHANT, OTHER_WALLET, WALLET } from "../../../support/intent.ts";
import { accepted, declined, report, settled, transferOf } from "../../../support/ledger-results.ts";

const { completed } = INTENT_BY_STATUS;
const PAID: PaymentIntent = { ...completed, paymentLedgerTxId: "tx-1" };
const REFUNDED: PaymentIntent = { ...PAID, refundStatus: "completed", refundLedgerTxId: "tx-2" };

function transferAt(
  kind: RecordedTransfer["kind"],
  change: Partial<RecordedTransfer> = {},
): RecordedTransfer {
  return {
    transactionId: kind === "payment" ? "tx-1" : "tx-2",
    kind,
    status: "completed",
    ...transferOf(kind, MERCHANT, WALLET),
    paymentIntentId: "intent-1",
    operationKey: `${kind}:intent-1:1`,
    ...change,
  };
}

/** Transfers that contradict the intent, with what is said to differ. */
const MISMATCHES: [kind: RecordedTransfer["kind"], change: Partial<RecordedTransfer>, differing: string][] = [
  ["payment", { amountMinor: 1251 }, "amount"],
  ["payment", { amountMinor: null }, "amount"],
  ["payment", { currency: "EUR" }, "currency"],
  ["payment", { toAccountId: "merchant-2" }, "merchant"],
  ["payment", { paymentIntentId: "intent-2" }, "payment_intent_id"],
  ["refund", { amountMinor: 1249 }, "amount"],
  ["refund", { toAccountId: OTHER_WALLET }, "wallet"],
  ["refund", { fromAccountId: "merchant-2" }, "merchant"],
  ["refund", { currency: "EUR", amountMinor: 1 }, "amount and currency"],
];

describe("a transaction that an intent names", () => {
  it.each([
    ["settled", settled, "completed"],
    ["pending", accepted, "pending"],
    ["declined", { ...declined, transactionId: "tx-1" }, "failed"],
  ] as const)("that is %s has its status at the ledger, and is the intent's", (_, result, status) => {
    const { paymentIntentId, result: _result, ...given } = report("payment", result);
    const reported = { ...report("payment", result), paymentIntentId: null };
    expect(reportedTransfer(reported, "intent-1")).toEqual({ ...given, status, paymentIntentId: "intent-1" });
  });
});

describe.each(["payment", "refund"] as const)("an intent with a %s", (kind) => {
  it("agrees with its transaction", () => {
    expect(judgeIntent(REFUNDED, kind, transferAt(kind))).toBeNull();
  });

  it("disagrees with a ledger that does not know it", () => {
    expect(judgeIntent(REFUNDED, kind, null)).toEqual({
      kind: `${kind}_not_settled`,
      found: `the ledger has no such ${kind}`,
    });
  });

  it("disagrees with a ledger that has not settled it", () => {
    expect(judgeIntent(REFUNDED, kind, transferAt(kind, { status: "failed" }))).toEqual({
      kind: `${kind}_not_settled`,
      found: `the ledger's ${kind} is failed`,
    });
  });

  it("agrees with its transaction in the history, and has nothing to do with unsettled ones", () => {
    expect(judgeTransfer(transferAt(kind), REFUNDED)).toBeNull();
    expect(judgeTransfer(transferAt(kind, { status: "pending" }), completed)).toBeNull();
    expect(judgeTransfer(transferAt(kind, { status: "failed" }), null)).toBeNull();
  });

  it("is missing when the ledger has settled a transfer under one of its keys", () => {
    expect(judgeTransfer(transferAt(kind), null)).toEqual({
      kind: "intent_missing",
      found: `the ledger has settled a ${kind} of an unknown intent`,
    });
  });

  it.each([null, "", "order-7", `${kind}:intent-10:1`, `other ${kind}:intent-1:1`])(
    "is not missing when another user of the ledger has settled a transfer under the key %j",
    (operationKey) => {
      expect(judgeTransfer(transferAt(kind, { operationKey }), null)).toBeNull();
    },
  );
});

describe("a settled transfer", () => {
  it.each(["pending", "pending_approval", "expired", "cancelled"] as const)(
    "is an unrecorded payment of an intent that is %s",
    (status) => {
      expect(judgeTransfer(transferAt("payment"), INTENT_BY_STATUS[status])).toEqual({
        kind: "payment_unrecorded",
        found: `the ledger has settled the payment, the intent is ${status}`,
      });
    },
  );

  it.each([
    ["pending", "pending"],
    [null, "not requested"],
  ] as const)("is an unrecorded refund of an intent whose refund is %s", (refundStatus, text) => {
    const intent = { ...PAID, refundStatus, refundLedgerTxId: refundStatus && "tx-2" };
    expect(judgeTransfer(transferAt("refund"), intent)).toEqual({
      kind: "refund_unrecorded",
      found: `the ledger has settled the refund, here it is ${text}`,
    });
  });

  it("is a second payment when the intent names another transaction", () => {
    expect(judgeTransfer(transferAt("payment", { transactionId: "tx-9" }), PAID)).toEqual({
      kind: "payment_doubled",
      found: "a second settled payment; the recorded transaction is tx-1",
    });
  });

  it("is a second payment when it is another wallet's", () => {
    const other = transferAt("payment", { fromAccountId: OTHER_WALLET });
    expect(judgeTransfer(other, PAID)?.kind).toBe("payment_doubled");
    expect(judgeTransfer(other, completed)).toEqual({
      kind: "payment_doubled",
      found: "a second settled payment; the recorded transaction is unknown",
    });
  });

  it("is the payment of an intent that was paid before transactions were kept", () => {
    expect(judgeTransfer(transferAt("payment", { transactionId: "tx-9" }), completed)).toBeNull();
  });

  it("is a second refund when the intent names another transaction", () => {
    expect(judgeTransfer(transferAt("refund", { transactionId: "tx-9" }), REFUNDED)).toEqual({
      kind: "refund_doubled",
      found: "a second settled refund; the recorded transaction is tx-2",
    });
  });
});

describe("a transfer that differs from the intent's", () => {
  it.each(MISMATCHES)("%s %j has another %s", (kind, change, differing) => {
    const mismatch = { kind: "ledger_mismatch", found: `the ledger's ${kind} has another ${differing}` };
    expect(judgeIntent(REFUNDED, kind, transferAt(kind, change))).toEqual(mismatch);
    expect(judgeTransfer(transferAt(kind, change), REFUNDED)).toEqual(mismatch);
  });

  it("is a mismatch of the wallet where the intent names the payment", () => {
    const other = transferAt("payment", { fromAccountId: OTHER_WALLET });
    expect(judgeIntent(PAID, "payment", other)?.found).toBe("the ledger's payment has another wallet");
  });

  it("differs from an intent that names no wallet", () => {
    const found = judgeIntent(anIntent({ status: "completed" }), "payment", transferAt("payment"));
    expect(found).toMatchObject({ kind: "ledger_mismatch" });
  });
});
