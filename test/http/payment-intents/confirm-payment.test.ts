import { describe, expect } from "vitest";
import { call } from "../../support/api.ts";
import { approve, reject, setUpApproval } from "../../support/approvals.ts";
import { moveClock, SECOND, useStoppedClock } from "../../support/clock.ts";
import { expectFailure } from "../../support/error-responses.ts";
import { useMutedLog } from "../../support/faults.ts";
import { listTransactions, readIntent, readPublicIntent } from "../../support/intent-reads.ts";
import { eventsOf } from "../../support/intent-rows.ts";
import { confirm, makeIntent, makePaidIntent } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { makeMerchant, makeWallet, readBalances } from "../../support/parties.ts";
import { WALLET_API } from "../../support/paths.ts";
import { setLedgerBalance } from "../../support/settlement.ts";
import { walletToken } from "../../support/tokens.ts";

describe("POST /wallet/api/v1/payment-intents/{intentID}/confirm", () => {
  it("returns 200 with the public view and the caller as the payer", async ({ merchant, wallet }) => {
    const intent = await makeIntent(merchant, { reference: "order-1", metadata: { a: 1 } });
    const response = await confirm(wallet, intent.id);
    expect(response.status).toBe(200);
    const { completed_at: completedAt } = response.body.payment_intent;
    expect(response.body).toEqual({
      success: true,
      payment_intent: {
        id: intent.id,
        number: intent.number,
        merchant_id: merchant.id,
        merchant_name: "Bean & Leaf",
        amount: 12.5,
        amount_minor: 1250,
        amount_decimal: "12.50",
        currency: "USD",
        description: "",
        status: "completed",
        refund_status: null,
        is_processing: false,
        completed_by: wallet.id,
        expires_at: intent.expires_at,
        created_at: intent.created_at,
        updated_at: completedAt,
        completed_at: expect.any(String),
        cancelled_at: null,
        environment: "sandbox",
      },
    });
    const { completed_by, ...shown } = response.body.payment_intent;
    const { body } = await readPublicIntent(intent.id);
    const forAnyone = { qr_code_url: null, qr_data: null, logo_url: null, is_payable: false };
    expect(body.payment_intent).toEqual({ ...shown, ...forAnyone });
  });

  it("moves the amount from the wallet to the merchant", async ({ merchant }) => {
    const wallet = await makeWallet({ balance: 20, currency: "KWD" });
    const { id } = await makeIntent(merchant, { amount: 1.234, currency: "KWD" });
    await confirm(wallet, id);
    expect(await readBalances(wallet)).toEqual(["18.766 KWD"]);
    expect(await listTransactions(merchant)).toMatchObject([
      { amount: "1.234", currency: "KWD", from_account_id: wallet.id, to_account_id: merchant.id },
    ]);
  });

  it("records one payment.completed with the merchant's view", async ({ merchant }) => {
    const fields = { reference: "order-1", metadata: { a: 1 } };
    const { checkout_url, return_url, qr_code_url, qr_data, ...intent } = await makePaidIntent(merchant, {
      fields,
    });
    const events = await eventsOf(intent.id);
    expect(events.map(({ type }) => type)).toEqual(["payment.completed"]);
    expect(JSON.parse(events[0]?.payload ?? "")).toEqual({
      type: "payment.completed",
      timestamp: intent.completed_at,
      environment: "sandbox",
      data: { payment_intent: intent, reference: "order-1", metadata: { a: 1 }, sequence: 1 },
    });
  });

  it("returns 200 for the same wallet again and takes no more money", async ({ wallet, intent }) => {
    const { id } = intent;
    const first = await confirm(wallet, id);
    const second = await confirm(wallet, id);
    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect(await readBalances(wallet)).toEqual(["87.50 USD"]);
  });

  it("returns 402 for a wallet with too little money; the intent stays payable", async ({ merchant }) => {
    const [poor, rich] = [await makeWallet({ balance: 12.49 }), await makeWallet()];
    const intent = await makeIntent(merchant);
    expectFailure(await confirm(poor, intent.id), 402, "insufficient_funds", "Insufficient funds");
    const { payment_intent: open } = (await readIntent(merchant, intent.id)).body;
    expect(open).toEqual({ ...intent, updated_at: open.updated_at });
    expect(await readBalances(poor)).toEqual(["12.49 USD"]);
    expect((await confirm(rich, intent.id)).body.payment_intent.completed_by).toBe(rich.id);
    expect(await listTransactions(merchant)).toHaveLength(1);
    expect((await eventsOf(intent.id)).map(({ type }) => type)).toEqual(["payment.completed"]);
  });

  it("returns 422 for a wallet in another currency; the intent stays payable", async () => {
    const { id } = await makeIntent(await makeMerchant());
    const euros = await makeWallet({ currency: "EUR" });
    const response = await confirm(euros, id);
    expectFailure(response, 422, "currency_mismatch", "the wallet does not hold this currency");
    expect(await readBalances(euros)).toEqual(["100.00 EUR"]);
    expect((await confirm(await makeWallet(), id)).status).toBe(200);
  });

  it("returns 422 for a wallet unknown to the ledger", async () => {
    const { id } = await makeIntent(await makeMerchant());
    const walletId = crypto.randomUUID();
    const response = await confirm({ id: walletId, token: await walletToken(walletId) }, id);
    expectFailure(response, 422, "account_not_found", "the ledger does not know the wallet");
    expect((await confirm(await makeWallet(), id)).status).toBe(200);
  });
});

describe("GET /wallet/api/v1/wallet", () => {
  it("returns 200 with the balance as decimal text", async () => {
    const wallet = await makeWallet({ balance: 1500, currency: "JPY" });
    const response = await call("GET", `${WALLET_API}/wallet`, { token: wallet.token });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      success: true,
      wallet: { wallet_id: wallet.id, balances: [{ currency: "JPY", amount: "1500" }] },
    });
  });

  it("shows no balance for a wallet unknown to the ledger", async () => {
    const walletId = crypto.randomUUID();
    const { body } = await call("GET", `${WALLET_API}/wallet`, { token: await walletToken(walletId) });
    expect(body).toEqual({ success: true, wallet: { wallet_id: walletId, balances: [] } });
  });
});

// A wallet that cannot pay keeps neither those who can from paying nor the merchant from cancelling.

useMutedLog();

useStoppedClock();

type Response = Awaited<ReturnType<typeof confirm>>;

function expectToWait(response: Response, seconds: number): void {
  const message =
    "the ledger has declined this wallet's payment; try again later, or at once with enough money";
  expectFailure(response, 429, "declined_recently", message);
  expect(response.headers.get("Retry-After")).toBe(String(seconds));
}

describe("POST /wallet/api/v1/payment-intents/{intentID}/confirm", () => {
  it("returns 429 after a decline, with a wait that doubles with each", async () => {
    const { id } = await makeIntent(await makeMerchant());
    const wallet = await makeWallet({ balance: 12.49 });
    for (const seconds of [1, 2, 4]) {
      expectFailure(await confirm(wallet, id), 402, "insufficient_funds", "Insufficient funds");
      expectToWait(await confirm(wallet, id), seconds);
      moveClock(seconds * SECOND - 1);
      expectToWait(await confirm(wallet, id), 1);
      moveClock(1);
    }
  });

  it("lets the wallet pay at once when its balance covers the amount, and not before", async () => {
    const { id } = await makeIntent(await makeMerchant());
    const wallet = await makeWallet({ balance: 0 });
    await confirm(wallet, id);
    await setLedgerBalance(wallet.id, 12_49);
    expectToWait(await confirm(wallet, id), 1);
    await setLedgerBalance(wallet.id, 12_50);
    expect((await confirm(wallet, id)).status).toBe(200);
  });
});

describe("POST /wallet/api/v1/payment-intents/{intentID}/approve", () => {
  it("returns 429 after a decline; the customer can still reject", async () => {
    const { wallet, intent } = await setUpApproval({ balance: 0 });
    expect((await approve(wallet, intent.id)).status).toBe(402);
    expectToWait(await approve(wallet, intent.id), 1);
    expect((await reject(wallet, intent.id)).status).toBe(200);
  });
});
