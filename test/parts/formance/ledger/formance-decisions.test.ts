import { describe, expect, it } from "vitest";
import type { LedgerTransfer } from "#core/domain/ledger.ts";
import {
  afterBurn,
  afterLookUp,
  afterPosting,
  type Reply,
} from "#parts/formance/adapters/formance-decisions.ts";
import {
  type FormanceTransaction,
  presentBurn,
  presentPosting,
  transactionReply,
} from "#parts/formance/wire/formance-transactions.ts";

const PAYMENT: LedgerTransfer = {
  ...{ kind: "payment", key: "payment:intent-1:1", description: "Coffee", paymentIntentId: "intent-1" },
  ...{ fromAccountId: "wallet-1", toAccountId: "merchant-1", amountMinor: 1250, currency: "USD" },
};
const POSTING = {
  source: "wallets:wallet-1",
  destination: "merchants:merchant-1",
  amount: 1250,
  asset: "USD/2",
};
const STORED = { id: 7, timestamp: "2026-11-25T12:00:00Z" };
const paid = { ...STORED, ...presentPosting(PAYMENT, POSTING) };
const burnt = { ...STORED, ...presentBurn(PAYMENT, POSTING, "insufficient_funds") };
const SMALLER = { ...PAYMENT, amountMinor: 1249 };
const burntOther = { ...STORED, ...presentBurn(SMALLER, POSTING, "insufficient_funds") };
const another = presentBurn({ ...PAYMENT, fromAccountId: "wallet-2" }, POSTING, "insufficient_funds");
const burntByOther = { ...burnt, metadata: another.metadata };
const other = (change: object) => ({ ...paid, postings: [{ ...POSTING, ...change }] });

/** The transaction as it is read again. */
function stored(data: object): FormanceTransaction {
  return transactionReply.parse({ data }).data;
}

const settled = { outcome: "settled", transactionId: "7" };
const declined = { outcome: "declined", reason: "insufficient_funds" };
const done = (outcome: "unknown" | "rejected") => ({ next: "done", result: { outcome } });
const fault = (status: number, errorCode: string) => ({ status, body: { errorCode, errorMessage: "" } });

/** They come after a transfer and after a burn alike. */
const REFUSALS: [string, Reply, object][] = [
  ["a duplicate reference", fault(409, "CONFLICT"), { next: "look_up", ifNone: "unknown" }],
  ["another body under the key", fault(400, "VALIDATION"), { next: "look_up", ifNone: "rejected" }],
  ["a missing ledger", fault(404, "LEDGER_NOT_FOUND"), done("rejected")],
  ["a wrong token", { status: 401, body: null }, done("rejected")],
  ["too many requests", fault(429, "RATE_LIMITED"), done("unknown")],
  ["an error", fault(500, "INTERNAL"), done("unknown")],
  ["a redirect", { status: 302, body: null }, done("unknown")],
  ["an empty response", { status: 200, body: null }, done("unknown")],
];

describe("a transfer that Formance Ledger responds to", () => {
  it.each<[string, Reply, object]>([
    ["the transaction", { status: 200, body: { data: paid } }, { next: "done", result: settled }],
    ["another amount", { status: 200, body: { data: other({ amount: 1251 }) } }, done("unknown")],
    ["a burn", { status: 200, body: { data: burnt } }, done("unknown")],
    ["too little money", fault(400, "INSUFFICIENT_FUND"), { next: "burn" }],
    ...REFUSALS,
  ])("with %s", (_, reply, step) => {
    expect(afterPosting(reply, PAYMENT)).toEqual(step);
  });
});

describe("a burn that Formance Ledger responds to", () => {
  it.each<[string, Reply, object]>([
    ["the burn", { status: 200, body: { data: burnt } }, { next: "done", result: declined }],
    ["a transaction", { status: 200, body: { data: paid } }, done("unknown")],
    ["the burn of another transfer", { status: 200, body: { data: burntOther } }, done("unknown")],
    ["the burn of another payer", { status: 200, body: { data: burntByOther } }, done("unknown")],
    ["too little money", fault(400, "INSUFFICIENT_FUND"), done("rejected")],
    ...REFUSALS,
  ])("with %s", (_, reply, step) => {
    expect(afterBurn(reply, PAYMENT, "insufficient_funds")).toEqual(step);
  });
});

describe("what Formance Ledger has under a key that is taken", () => {
  it.each([
    ["nothing", null, { outcome: "unknown" }],
    ["the transfer itself", paid, settled],
    ["its burn", burnt, declined],
  ])("decides with %s", (_, found, result) => {
    expect(afterLookUp(found && stored(found), PAYMENT, "unknown")).toEqual(result);
  });

  it.each([
    ["payer", { source: "wallets:wallet-2" }, { fromAccountId: "wallet-2" }],
    ["payee", { destination: "merchants:merchant-2" }, { toAccountId: "merchant-2" }],
    ["amount", { amount: 1251 }, { amountMinor: 1251 }],
    ["currency", { asset: "EUR/2" }, { currency: "EUR" }],
    // This is not an amount that this service could have asked for.
    ["scale", { asset: "USD/4" }, { amountMinor: null }],
  ])("decides nothing with another %s", (_, change, reported) => {
    const { outcome, transaction } = afterLookUp(stored(other(change)), PAYMENT, "unknown") as {
      outcome: string;
      transaction: unknown;
    };
    expect(outcome).toBe("key_taken");
    const { key, description, ...rest } = PAYMENT;
    expect(transaction).toEqual({
      ...rest,
      operationKey: key,
      transactionId: "7",
      result: settled,
      ...reported,
    });
  });

  it("decides nothing with the burn of another transfer", () => {
    const smaller = { ...PAYMENT, amountMinor: 100 };
    expect(afterLookUp(stored(burnt), smaller, "unknown")).toMatchObject({
      outcome: "key_taken",
      transaction: { amountMinor: 1250, result: declined },
    });
  });

  it("decides nothing with a transaction of others", () => {
    const foreign = stored({ ...STORED, postings: [{ ...POSTING, amount: 1 }], metadata: {} });
    const several = stored({ ...paid, postings: [POSTING, POSTING] });
    for (const found of [foreign, several])
      expect(afterLookUp(found, PAYMENT, "unknown")).toEqual({ outcome: "key_taken", transaction: null });
  });
});
