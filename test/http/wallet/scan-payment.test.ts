import { describe, expect, it } from "vitest";
import { type ApiResponse, BASE_URL, call, ISO_TIME, UUID } from "../../support/api.ts";
import { postScan, SCAN } from "../../support/approvals.ts";
import { makeCounter } from "../../support/counters.ts";
import { expectInvalid } from "../../support/error-responses.ts";
import { failDatabase, LEDGER, muteLog, repair } from "../../support/faults.ts";
import { listIntents, readIntent, readPublicIntent } from "../../support/intent-reads.ts";
import { eventsOf } from "../../support/intent-rows.ts";
import { makePaidIntent } from "../../support/intents.ts";
import { numberIn } from "../../support/numbers.ts";
import { makeMerchant, makeWallet } from "../../support/parties.ts";
import { ledgerRows } from "../../support/rows.ts";

const SCAN_TOKEN_FAULT = "must be the token of a customer's QR code";
const COUNTER_FAULT = "must be an active counter of this merchant";

async function setUpShop() {
  const [merchant, wallet] = [await makeMerchant(), await makeWallet()];
  const counter = await makeCounter(merchant);
  const required = { scan_token: wallet.id, counter_id: counter.id, amount: 12.5 };
  return { merchant, wallet, counter, required };
}

function secondsOpen(response: ApiResponse): number {
  const { created_at: createdAt, expires_at: expiresAt } = response.body.payment_intent;
  return (Date.parse(expiresAt) - Date.parse(createdAt)) / 1000;
}

describe("POST /merchant/api/v1/scan-payment", () => {
  it("returns 201 with an intent that waits for the customer's approval, without a QR code", async () => {
    const { merchant, wallet, counter, required } = await setUpShop();
    const { status, body } = await postScan(merchant, required);
    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      payment_intent: {
        id: expect.stringMatching(UUID),
        number: numberIn(body.payment_intent),
        merchant_id: merchant.id,
        merchant_name: "Bean & Leaf",
        amount: 12.5,
        amount_minor: 1250,
        amount_decimal: "12.50",
        currency: "USD",
        description: "",
        status: "pending_approval",
        target_wallet_id: wallet.id,
        completed_by: null,
        cancellation_reason: null,
        refund_status: null,
        refund_ledger_tx_id: null,
        counter_id: counter.id,
        reference: null,
        callback_url: null,
        checkout_url: `${BASE_URL}/pay/${body.payment_intent.id}`,
        return_url: null,
        qr_code_url: null,
        qr_data: null,
        metadata: null,
        expires_at: expect.stringMatching(ISO_TIME),
        created_at: expect.stringMatching(ISO_TIME),
        updated_at: body.payment_intent.created_at,
        completed_at: null,
        cancelled_at: null,
        environment: "sandbox",
      },
    });
  });

  it("shows the same in GET and list, and nothing about the customer publicly", async () => {
    const { merchant, wallet, required } = await setUpShop();
    const fields = { reference: "order-1", metadata: { table: 5 }, callback_url: "https://order.test/1" };
    const { body } = await postScan(merchant, { ...required, ...fields });
    const { payment_intent: intent } = body;
    expect((await readIntent(merchant, intent.id)).body).toEqual(body);
    expect(await listIntents(merchant)).toEqual([intent]);
    const shown = await readPublicIntent(intent.id);
    expect(shown.body.payment_intent).toMatchObject({
      status: "pending_approval",
      amount: 12.5,
      qr_data: null,
    });
    for (const hidden of [wallet.id, intent.counter_id, "order-1", "table", "order.test"]) {
      expect(shown.text).not.toContain(hidden);
    }
  });

  it("accepts every field, and keeps metadata verbatim", async () => {
    const { merchant, wallet, counter } = await setUpShop();
    const metadata = '{"b":1.0, "a":12345678901234567890,"a":[ ]}';
    const text = `{"scan_token":"${wallet.id.toUpperCase()}","counter_id":"${counter.id.toUpperCase()}","amount":1500,
      "currency":"jpy","description":"Coffee","expires_in":30,"reference":"order-1",
      "callback_url":"https://order.test/1","metadata":${metadata}}`;
    const response = await call("POST", SCAN, { token: merchant.token, text });
    expect(response.status).toBe(201);
    expect(response.body.payment_intent).toMatchObject({
      target_wallet_id: wallet.id,
      counter_id: counter.id,
      amount: 1500,
      currency: "JPY",
      description: "Coffee",
      reference: "order-1",
      callback_url: "https://order.test/1",
    });
    expect(response.text).toContain(`"metadata":${metadata}`);
    expect(secondsOpen(response)).toBe(30);
    const [event] = await eventsOf(response.body.payment_intent.id);
    expect(event?.payload.split(`"metadata":${metadata}`)).toHaveLength(3);
  });

  it.each([
    [undefined, 300],
    [30, 30],
    [2_592_000, 2_592_000],
  ])("given expires_in %s stays open for %d seconds", async (expiresIn, seconds) => {
    const { merchant, required } = await setUpShop();
    expect(secondsOpen(await postScan(merchant, { ...required, expires_in: expiresIn }))).toBe(seconds);
  });

  it.each([
    [{ scan_token: undefined }, "scan_token", "is required"],
    [{ scan_token: null }, "scan_token", "must be a string"],
    [{ scan_token: "abc" }, "scan_token", SCAN_TOKEN_FAULT],
    [{ scan_token: "x".repeat(300) }, "scan_token", undefined],
    [{ scan_token: crypto.randomUUID() }, "scan_token", SCAN_TOKEN_FAULT],
    [{ counter_id: undefined }, "counter_id", "is required"],
    [{ counter_id: "abc" }, "counter_id", "must be a valid UUID"],
    [{ counter_id: crypto.randomUUID() }, "counter_id", COUNTER_FAULT],
    [{ amount: 1.005 }, "amount", "must have at most 2 decimals in USD"],
    [{ expires_in: 29 }, "expires_in", "must be at least 30"],
    [{ callback_url: "javascript:alert(1)" }, "callback_url", "must be an https URL"],
    [{ metadata: { x: "x".repeat(16_384) } }, "metadata", undefined],
  ])("refuses %j and creates nothing", async (change, field, message) => {
    const { merchant, required } = await setUpShop();
    expectInvalid(await postScan(merchant, { ...required, ...change }), field, message);
    expect(await listIntents(merchant)).toEqual([]);
  });

  it("refuses the id of an account that is not a wallet: a merchant's, or the ledger's own", async () => {
    const { merchant, required } = await setUpShop();
    const another = await makeMerchant();
    await makePaidIntent(merchant);
    await makePaidIntent(another);
    const results = await ledgerRows.all<{ id: string }>(
      "SELECT id FROM ledger_accounts WHERE is_system = 1",
    );
    for (const id of [merchant.id, another.id, ...results.map((row) => row.id)]) {
      expectInvalid(
        await postScan(merchant, { ...required, scan_token: id }),
        "scan_token",
        SCAN_TOKEN_FAULT,
      );
    }
  });

  it("takes the merchant from the token and never from the body", async () => {
    const { merchant, required } = await setUpShop();
    const other = await makeMerchant();
    const { body } = await postScan(merchant, { ...required, merchant_id: other.id, status: "completed" });
    expect(body.payment_intent).toMatchObject({ merchant_id: merchant.id, status: "pending_approval" });
    expect(await listIntents(other)).toEqual([]);
  });

  it("says what failed when the ledger or the database fails, and creates nothing", async () => {
    const { merchant, required } = await setUpShop();
    muteLog();
    for (const pattern of [LEDGER, /insert into "payment_intents"/i, /insert into "events"/i]) {
      failDatabase(pattern);
      const response = await postScan(merchant, required);
      expect(response.status).toBeGreaterThanOrEqual(500);
      expect(response.body.error).toBe("Failed to create payment intent");
      repair();
      muteLog();
    }
    expect(await listIntents(merchant)).toEqual([]);
  });
});
