import { beforeEach, describe, expect, it } from "vitest";
import { balances, type EmbeddedLedger, payment, refund, startLedger } from "../support/embedded-ledger.ts";
import { rowsOf } from "../support/rows.ts";

/** What the service waits for, at most. */
const TIMEOUT_MS = 5_000;

let ledger: EmbeddedLedger;
let shop: string;
let wallet: string;

beforeEach(async () => {
  ledger = startLedger();
  shop = crypto.randomUUID();
  wallet = await ledger.openWallet();
});

async function setFault(fault: string, merchantId = shop): Promise<void> {
  const expiresAt = ledger.clock.now + 1;
  await rowsOf(merchantId).run("INSERT INTO sandbox_faults VALUES (?, ?, ?)", merchantId, fault, expiresAt);
}

describe("a slow ledger", () => {
  it("moves the money, and responds after the service has given up", async () => {
    await setFault("ledger_slow");
    expect((await ledger.post(payment(wallet, shop, "10.00"), "key-1")).status).toBe(201);
    expect(await balances(ledger, shop)).toEqual(["10.00 USD"]);
    expect(ledger.waits).toHaveLength(1);
    expect(ledger.waits[0]).toBeGreaterThan(TIMEOUT_MS);
  });

  it("is slow for the intent alone whose case that is", async () => {
    await rowsOf(shop).run("INSERT INTO sandbox_cases VALUES (?, 'intent-1', 'ledger_slow')", shop);
    const other = { ...payment(wallet, shop, "1.00"), metadata: { payment_intent_id: "intent-2" } };
    expect((await ledger.post(other)).status).toBe(201);
    expect(ledger.waits).toHaveLength(0);
    expect((await ledger.post(payment(wallet, shop, "1.00"))).status).toBe(201);
    expect(ledger.waits).toHaveLength(1);
  });

  it("responds at once to the same request under the same key", async () => {
    await setFault("ledger_slow");
    const key = crypto.randomUUID();
    await ledger.post(payment(wallet, shop, "10.00"), key);
    expect((await ledger.post(payment(wallet, shop, "10.00"), key)).status).toBe(200);
    expect(ledger.waits).toHaveLength(1);
    expect(await balances(ledger, shop)).toEqual(["10.00 USD"]);
  });

  it("is slow with refunds and declines, too", async () => {
    await ledger.post(payment(wallet, shop, "10.00"));
    await setFault("ledger_slow");
    expect((await ledger.post(refund(shop, wallet, "10.00"))).status).toBe(201);
    expect((await ledger.post(payment(wallet, shop, "1000.00"))).status).toBe(422);
    expect(ledger.waits).toHaveLength(2);
  });
});

describe("a fault", () => {
  it("of empty wallets declines payments, finally for their key, but no refunds", async () => {
    await ledger.post(payment(wallet, shop, "10.00"));
    await setFault("wallet_empty");
    const key = crypto.randomUUID();
    const declined = { status: 422, body: { error: "insufficient_funds" } };
    expect(await ledger.post(payment(wallet, shop, "1.00"), key)).toEqual(declined);
    expect((await ledger.post(refund(shop, wallet, "10.00"))).status).toBe(201);
    ledger.clock.now += 1;
    expect(await ledger.post(payment(wallet, shop, "1.00"), key)).toEqual(declined);
    expect((await ledger.post(payment(wallet, shop, "1.00"))).status).toBe(201);
  });

  it("of refunds declines refunds, but no payments", async () => {
    await setFault("refund_refused");
    expect((await ledger.post(payment(wallet, shop, "10.00"))).status).toBe(201);
    expect(await ledger.post(refund(shop, wallet, "10.00"))).toEqual({
      status: 422,
      body: { error: "insufficient_funds" },
    });
    expect(await balances(ledger, shop)).toEqual(["10.00 USD"]);
  });

  it("concerns its merchant alone", async () => {
    for (const fault of ["wallet_empty", "ledger_slow"]) await setFault(fault, crypto.randomUUID());
    expect((await ledger.post(payment(wallet, shop, "10.00"))).status).toBe(201);
    expect(ledger.waits).toEqual([]);
  });
});
