import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it } from "vitest";
import { balances, findImbalances, payment, refund, startLedger } from "../support/embedded-ledger.ts";
import { useMutedLog } from "../support/faults.ts";

const merchant = () => crypto.randomUUID();
const declined = { status: 422, body: { error: "insufficient_funds" } };

useMutedLog();

afterEach(async () => expect(await findImbalances()).toEqual([]));

describe("POST /v1/transactions", () => {
  it("settles a payment at once", async () => {
    const ledger = startLedger();
    const [from, to] = [await ledger.openWallet("100.00"), merchant()];
    const { status, body } = await ledger.post(payment(from, to, "12.5"));
    expect(status).toBe(201);
    expect(body).toEqual({
      ...payment(from, to, "12.50"),
      transaction_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      status: "completed",
      created_at: "2026-11-21T12:00:00.000Z",
      completed_at: "2026-11-21T12:00:00.000Z",
    });
    expect(await balances(ledger, from)).toEqual(["87.50 USD"]);
    expect(await balances(ledger, to)).toEqual(["12.50 USD"]);
    expect(ledger.scheduled).toEqual([]);
  });

  it("accepts a refund as pending, debits the merchant at once and schedules its settlement", async () => {
    const ledger = startLedger();
    const [wallet, to] = [await ledger.openWallet("10.00"), merchant()];
    await ledger.post(payment(wallet, to, "10.00"));
    const { status, body } = await ledger.post(refund(to, wallet, "10.00"));
    expect(status).toBe(201);
    expect(body).toMatchObject({ transaction_type: "refund", status: "pending", completed_at: null });
    expect(await balances(ledger, to)).toEqual(["0.00 USD"]);
    expect(await balances(ledger, wallet)).toEqual(["0.00 USD"]);
    expect(ledger.scheduled).toEqual([{ transactionId: body.transaction_id, delaySeconds: 2 }]);
    expect(await ledger.post(refund(to, wallet, "0.01"))).toEqual(declined);
  });

  it("lets a merchant hold every currency it is paid in", async () => {
    const ledger = startLedger();
    const to = merchant();
    await ledger.post(payment(await ledger.openWallet("500", "JPY"), to, "500", "JPY"));
    await ledger.post(payment(await ledger.openWallet("2.000", "KWD"), to, "1.234", "KWD"));
    expect(await balances(ledger, to)).toEqual(["500 JPY", "1.234 KWD"]);
  });

  it.each([
    ["transaction_type", { transaction_type: "gift" }],
    ["amount", { amount: 12.5 }],
    ["amount", { amount: "0" }],
    ["amount", { amount: "-1.00" }],
    ["amount", { amount: "1.001" }],
    ["currency", { currency: "ZZZ" }],
    ["from_account_id", { from_account_id: "" }],
    ["from_account_id", { from_account_id: "system:clearing" }],
    ["to_account_id", { to_account_id: "system:clearing" }],
    ["to_account_id", { from_account_id: "same", to_account_id: "same" }],
    ["metadata", { metadata: [] }],
  ])("refuses an invalid %s: %j", async (field, change) => {
    const { status, body } = await startLedger().post({
      ...payment(merchant(), merchant(), "1.00"),
      ...change,
    });
    expect({ status, body }).toEqual({
      status: 400,
      body: { error: "invalid_request", details: [{ field, message: expect.any(String) }] },
    });
  });

  it.each([undefined, "", "with space", "x".repeat(256)])("refuses the idempotency key %j", async (key) => {
    const headers = key === undefined ? {} : { "Idempotency-Key": key };
    const body = payment(merchant(), merchant(), "1.00");
    expect(await startLedger().call("POST", "/v1/transactions", body, headers)).toMatchObject({
      status: 400,
      body: { details: [{ field: "idempotency-key" }] },
    });
  });
});

describe("Idempotency-Key of POST /v1/transactions", () => {
  it("returns the same transaction again, in its current state", async () => {
    const ledger = startLedger();
    const [wallet, to] = [await ledger.openWallet("10.00"), merchant()];
    await ledger.post(payment(wallet, to, "10.00"));
    const first = await ledger.post(refund(to, wallet, "4.00"), `again-${to}`);
    expect(await ledger.post(refund(to, wallet, "4.0"), `again-${to}`)).toEqual({ ...first, status: 200 });
    ledger.clock.now += 2000;
    await ledger.call("GET", `/v1/transactions/${first.body.transaction_id}`);
    expect(await ledger.post(refund(to, wallet, "4.00"), `again-${to}`)).toMatchObject({
      status: 200,
      body: { transaction_id: first.body.transaction_id, status: "completed" },
    });
    expect(await balances(ledger, wallet)).toEqual(["4.00 USD"]);
  });

  it.each([
    ["amount", { amount: "2.00" }],
    ["payer", { from_account_id: "another" }],
    ["payee", { to_account_id: "another" }],
    ["currency", { currency: "EUR" }],
    ["type", { transaction_type: "refund" }],
    ["description", { description: "Tea" }],
    ["metadata", { metadata: {} }],
  ])("refuses the key with another %s", async (_, change) => {
    const ledger = startLedger();
    const request = payment(await ledger.openWallet(), merchant(), "1.00");
    await ledger.post(request, `reused-${request.from_account_id}`);
    expect(await ledger.post({ ...request, ...change }, `reused-${request.from_account_id}`)).toEqual({
      status: 409,
      body: { error: "idempotency_key_reused" },
    });
  });

  it("moves money once when the write's reply is lost and the request is repeated", async () => {
    let isLost = false;
    const ledger = startLedger({
      async batch(statements) {
        const results = await env.DB.batch<never>(statements);
        if (!isLost || statements.length < 4) return results;
        isLost = false;
        throw new Error("D1_ERROR: Network connection lost.");
      },
    });
    const [wallet, to] = [await ledger.openWallet("10.00"), merchant()];
    isLost = true;
    expect(await ledger.post(payment(wallet, to, "6.00"), `lost-${to}`)).toEqual({
      status: 500,
      body: { error: "internal_error" },
    });
    expect(await ledger.post(payment(wallet, to, "6.00"), `lost-${to}`)).toMatchObject({ status: 200 });
    expect(await balances(ledger, wallet)).toEqual(["4.00 USD"]);
  });

  it("keeps a decline even if a duplicate is still in progress when money arrives", async () => {
    const resumed = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    const slow = startLedger({
      async batch(statements) {
        if (statements.length > 2) {
          arrived.resolve();
          await resumed.promise;
        }
        return env.DB.batch<never>(statements);
      },
    });
    const ledger = startLedger();
    const [poor, rich, to] = [await ledger.openWallet("0"), await ledger.openWallet("9.00"), merchant()];
    const onItsWay = slow.post(payment(poor, to, "9.00"), `slow-${to}`);
    await arrived.promise;
    const declined = { status: 422, body: { error: "insufficient_funds" } };
    expect(await ledger.post(payment(poor, to, "9.00"), `slow-${to}`)).toEqual(declined);
    await ledger.post(payment(rich, poor, "9.00"));
    resumed.resolve();
    expect(await onItsWay).toEqual(declined);
    expect(await balances(ledger, poor)).toEqual(["9.00 USD"]);
  });
});
