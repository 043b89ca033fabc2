import { describe, expect, it } from "vitest";
import { DependencyError } from "#core/domain/dependency-error.ts";
import { clientOf, returning, startLedger, TRANSACTION, TRANSFER } from "../support/embedded-ledger.ts";
import { useMutedLog } from "../support/faults.ts";

const KEY = TRANSFER.key;
const REPORT = {
  kind: "payment",
  paymentIntentId: "intent-1",
  transactionId: "tx-1",
  operationKey: KEY,
  fromAccountId: "wallet-1",
  toAccountId: "merchant-1",
  amountMinor: 1250,
  currency: "USD",
  result: { outcome: "settled", transactionId: "tx-1" },
};

const log = useMutedLog();

/** Posts conflict; what a look-up by key returns is given. */
function conflicting(status: number, body: unknown) {
  return clientOf(async (input, init) => {
    if (init?.method === "POST") return Response.json({ error: "idempotency_key_reused" }, { status: 409 });
    expect(input).toBe(`https://ledger.test/v1/transactions?idempotency_key=${encodeURIComponent(KEY)}`);
    return Response.json(body, { status });
  });
}

describe("a transfer whose key the ledger has given to another", () => {
  it("returns the transaction that has it", async () => {
    const ledger = conflicting(200, { transactions: [TRANSACTION] });
    expect(await ledger.transfer(TRANSFER)).toEqual({ outcome: "key_taken", transaction: REPORT });
    expect(log).toEqual([expect.stringContaining("transfer_key_taken")]);
  });

  it.each([
    ["cannot look up keys", 404, { error: "not_found" }],
    ["knows no such route", 405, null],
    ["finds nothing", 200, { transactions: [] }],
    ["returns the transactions of other keys", 200, { transactions: [TRANSACTION, otherTransaction()] }],
    ["returns no metadata", 200, { transactions: [{ ...TRANSACTION, metadata: null }] }],
  ])("returns none when the ledger %s", async (_, status, body) => {
    const ledger = conflicting(status, body);
    expect(await ledger.transfer(TRANSFER)).toEqual({ outcome: "key_taken", transaction: null });
  });

  it("is unknown while the look-up fails", async () => {
    expect(await conflicting(500, {}).transfer(TRANSFER)).toEqual({ outcome: "unknown" });
  });
});

describe("findByKey", () => {
  it("tells nothing found from a ledger that cannot search", async () => {
    expect(await returning(200, { transactions: [] }).findByKey(KEY)).toEqual({ ok: true, value: null });
    for (const status of [400, 404, 405, 501]) {
      expect(await returning(status, {}).findByKey(KEY)).toEqual({ ok: false, error: "unsupported" });
    }
    const others = returning(200, { transactions: [otherTransaction()] });
    expect(await others.findByKey(KEY)).toEqual({ ok: false, error: "unsupported" });
  });

  it.each([401, 429, 503])("throws for a %i", async (status) => {
    await expect(returning(status, {}).findByKey(KEY)).rejects.toThrow(DependencyError);
  });
});

describe("hasMoved", () => {
  it("is true only for what is completed under the key", async () => {
    const under = (change: object) => returning(200, { transactions: [{ ...TRANSACTION, ...change }] });
    expect(await under({}).hasMoved(KEY)).toBe(true);
    expect(await under({ status: "failed" }).hasMoved(KEY)).toBe(false);
    expect(await under({ metadata: { operation_key: "pay_out:2" } }).hasMoved(KEY)).toBe(false);
    expect(await returning(200, { transactions: [] }).hasMoved(KEY)).toBe(false);
    expect(await returning(404, {}).hasMoved(KEY)).toBe(false);
    await expect(returning(503, {}).hasMoved(KEY)).rejects.toThrow(DependencyError);
  });
});

describe("findById", () => {
  it("reads what the ledger has, with or without metadata", async () => {
    expect(await returning(200, TRANSACTION).findById("tx-1")).toEqual(REPORT);
    const bare = { ...TRANSACTION, metadata: null };
    const unkeyed = { ...REPORT, paymentIntentId: null, operationKey: null };
    expect(await returning(200, bare).findById("tx-1")).toEqual(unkeyed);
    const foreign = { ...TRANSACTION, metadata: { payment_intent_id: 7 } };
    expect(await returning(200, foreign).findById("tx-1")).toEqual(unkeyed);
  });

  it("is null for an unknown id, and for what is neither a payment nor a refund", async () => {
    expect(await returning(404, { error: "not_found" }).findById("tx-1")).toBeNull();
    const funding = { ...TRANSACTION, transaction_type: "funding" };
    expect(await returning(200, funding).findById("tx-1")).toBeNull();
  });

  it.each([401, 500])("throws for a %i", async (status) => {
    await expect(returning(status, {}).findById("tx-1")).rejects.toThrow(DependencyError);
  });
});

describe("the embedded ledger", () => {
  it("refuses a look-up without a key", async () => {
    expect(await startLedger().call("GET", "/v1/transactions")).toMatchObject({ status: 400 });
  });
});

function otherTransaction() {
  return { ...TRANSACTION, metadata: { payment_intent_id: "intent-2", operation_key: "payment:intent-2:1" } };
}
