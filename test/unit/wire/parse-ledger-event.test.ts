import { describe, expect, it } from "vitest";
import { parseLedgerEvent } from "#core/wire/payment-intents/ledger.ts";
import { TRANSACTION } from "../../support/embedded-ledger.ts";

describe("parseLedgerEvent", () => {
  const settled = { type: "transaction.settled", data: { ...TRANSACTION, transaction_type: "refund" } };

  it("reads a settlement", () => {
    expect(parseLedgerEvent(settled)).toEqual({
      kind: "refund",
      paymentIntentId: "intent-1",
      transactionId: "tx-1",
      fromAccountId: "wallet-1",
      toAccountId: "merchant-1",
      amountMinor: 1250,
      currency: "USD",
      operationKey: "payment:intent-1:1",
      result: { outcome: "settled", transactionId: "tx-1" },
    });
  });

  it("reads a failure, with or without an operation key", () => {
    const data = {
      ...TRANSACTION,
      status: "failed",
      failure_reason: "currency_mismatch",
      metadata: { payment_intent_id: "intent-1" },
    };
    expect(parseLedgerEvent({ type: "transaction.failed", data })).toEqual({
      kind: "payment",
      paymentIntentId: "intent-1",
      transactionId: "tx-1",
      fromAccountId: "wallet-1",
      toAccountId: "merchant-1",
      amountMinor: 1250,
      currency: "USD",
      operationKey: null,
      result: { outcome: "declined", reason: "currency_mismatch" },
    });
  });

  it.each([
    ["an amount that is none", { amount: "12,50" }],
    ["too many decimals", { amount: "12.505" }],
    ["a currency that nobody knows", { currency: "???" }],
  ])("has no amount for %s", (_, change) => {
    const event = parseLedgerEvent({ type: "transaction.settled", data: { ...TRANSACTION, ...change } });
    expect(event).toMatchObject({ transactionId: "tx-1", amountMinor: null });
  });

  it.each([
    null,
    "text",
    {},
    { type: "account.opened", data: TRANSACTION },
    { type: "transaction.settled", data: { ...TRANSACTION, metadata: {} } },
    { type: "transaction.settled", data: { ...TRANSACTION, metadata: null } },
    { type: "transaction.settled", data: { ...TRANSACTION, transaction_type: "funding" } },
    { type: "transaction.settled", data: { ...TRANSACTION, status: "pending" } },
    { type: "transaction.settled", data: { ...TRANSACTION, status: "failed" } },
    { type: "transaction.failed", data: TRANSACTION },
  ])("is null for %j", (body) => {
    expect(parseLedgerEvent(body)).toBeNull();
  });
});
