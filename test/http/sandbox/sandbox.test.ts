import { describe, expect } from "vitest";
import { type ApiResponse, adminToken, call, fetchToken, UUID } from "../../support/api.ts";
import { simulate } from "../../support/approvals.ts";
import { expectFailure, expectInvalid } from "../../support/error-responses.ts";
import { listTransactions, readIntent } from "../../support/intent-reads.ts";
import { cancel, makeIntent, makePaidIntent } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { makeMerchant, readBalances } from "../../support/parties.ts";
import { SANDBOX_API } from "../../support/paths.ts";

async function createWallet(json: unknown): Promise<ApiResponse> {
  return call("POST", `${SANDBOX_API}/wallets`, { token: await adminToken(), json });
}

describe("POST /sandbox/v1/wallets", () => {
  it("returns 201 with the wallet's id, scan token and credentials", async () => {
    const { status, body } = await createWallet({ name: "Ada", currency: "eur", balance: 10.5 });
    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      wallet_id: expect.stringMatching(UUID),
      scan_token: body.wallet_id,
      client_id: expect.stringMatching(/./),
      client_secret: expect.stringMatching(/^.{32,}$/),
    });
    const token = await fetchToken(body.client_id, body.client_secret);
    expect(await readBalances({ id: body.wallet_id, token })).toEqual(["10.50 EUR"]);
  });

  it.each([
    [0, "USD", "0.00 USD"],
    [0, "JPY", "0 JPY"],
    [0.01, "USD", "0.01 USD"],
    [999999999.99, "USD", "999999999.99 USD"],
    [1.234, "KWD", "1.234 KWD"],
    [5, null, "5.00 USD"],
  ])("funds it with %d %s", async (balance, currency, shown) => {
    const { body } = await createWallet({ balance, currency });
    const token = await fetchToken(body.client_id, body.client_secret);
    expect(await readBalances({ id: body.wallet_id, token })).toEqual([shown]);
  });

  it.each([
    [{ currency: "USD" }, "balance", "is required"],
    [{ balance: null }, "balance", "must be a number"],
    [{ balance: "1,5" }, "balance", "must be a number"],
    [{ balance: -1 }, "balance", undefined],
    [{ balance: 0.001 }, "balance", undefined],
    [{ balance: 1.5, currency: "JPY" }, "balance", "must have no decimals in JPY"],
    [{ balance: 1e21 }, "balance", "must be at most 999999999.99"],
    [{ balance: 1, currency: "ZZZ" }, "currency", "must be an ISO 4217 currency code"],
    [{ balance: 0, currency: "ZZZ" }, "currency", "must be an ISO 4217 currency code"],
    [{ balance: 1, currency: 5 }, "currency", "must be a string"],
    [{ balance: 1, name: 5 }, "name", "must be a string"],
    [{ balance: 1, name: "x".repeat(201) }, "name", "must have at most 200 characters"],
  ])("refuses %j", async (json, field, message) => {
    expectInvalid(await createWallet(json), field, message);
  });
});

describe("POST /sandbox/v1/payment-intents/{intentID}/simulate", () => {
  it.each([
    ["USD", 999999999.99],
    ["JPY", 1500],
    ["KWD", 1.234],
  ])("pays in %s from the sandbox's own wallet", async (currency, amount) => {
    const merchant = await makeMerchant();
    const { id } = await makeIntent(merchant, { currency, amount });
    const response = await simulate(merchant, id, "pay");
    expect(response.status).toBe(200);
    expect(response.body).toEqual((await readIntent(merchant, id)).body);
    expect(response.body.payment_intent).toMatchObject({
      status: "completed",
      completed_by: expect.stringMatching(UUID),
    });
    expect(await listTransactions(merchant)).toMatchObject([{ transaction_type: "payment", currency }]);
  });

  it("pays any number of intents, each once", async ({ merchant, intent }) => {
    const { id } = intent;
    for (let again = 0; again < 2; again++) expect((await simulate(merchant, id, "pay")).status).toBe(200);
    expect((await simulate(merchant, (await makeIntent(merchant)).id, "pay")).status).toBe(200);
    expect(await listTransactions(merchant)).toHaveLength(2);
  });

  it("does not pay an intent that another wallet has paid", async ({ merchant, paid }) => {
    const { id } = paid;
    expectFailure(await simulate(merchant, id, "pay"), 409, "already_paid", "payment intent is already paid");
  });

  it("expires an open intent now", async () => {
    const merchant = await makeMerchant();
    const { id } = await makeIntent(merchant);
    const response = await simulate(merchant, id, "expire");
    expect(response.status).toBe(200);
    const { payment_intent: intent } = response.body;
    expect(intent).toMatchObject({ status: "expired", expires_at: intent.updated_at, qr_data: null });
    expect((await readIntent(merchant, id)).body.payment_intent).toEqual(intent);
    expectFailure(await simulate(merchant, id, "pay"), 410, "expired", "payment intent has expired");
  });

  it("does not expire a closed intent, and does not mention cancelling", async ({ merchant }) => {
    const [paid, cancelled] = [await makePaidIntent(merchant), await makeIntent(merchant)];
    await cancel(merchant, cancelled.id);
    for (const { id } of [paid, cancelled]) {
      const { status, body } = await simulate(merchant, id, "expire");
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect(body.error).not.toMatch(/can be cancelled/);
    }
  });

  it.each([[undefined], [null], ["refund"], [""], [5], [["pay"]]])(
    "refuses the action %j",
    async (action) => {
      const merchant = await makeMerchant();
      const response = await simulate(merchant, (await makeIntent(merchant)).id, action);
      expectInvalid(response, "action");
    },
  );
});
