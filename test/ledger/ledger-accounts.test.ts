import { describe, expect, it } from "vitest";
import { balances, findImbalances, payment, refund, startLedger } from "../support/embedded-ledger.ts";

describe("POST /v1/accounts", () => {
  it("opens a wallet with a top-up from the float, and keeps its balance when repeated", async () => {
    const ledger = startLedger();
    const account = { account_id: crypto.randomUUID(), currency: "KWD", opening_balance: "1000.50" };
    const opened = { account_id: account.account_id, balances: [{ currency: "KWD", amount: "1000.500" }] };
    expect(await ledger.call("POST", "/v1/accounts", account)).toEqual({ status: 201, body: opened });
    expect(await balances(ledger, "float")).toEqual(["-1000.500 KWD"]);
    await ledger.post(payment(account.account_id, crypto.randomUUID(), "1000.000", "KWD"));
    expect(await ledger.call("POST", "/v1/accounts", account)).toEqual({
      status: 200,
      body: { ...opened, balances: [{ currency: "KWD", amount: "0.500" }] },
    });
    expect(await findImbalances()).toEqual([]);
  });

  it.each([
    ["account_id", { account_id: "float" }],
    ["account_id", { account_id: "system:clearing" }],
    ["currency", { currency: "usd" }],
    ["opening_balance", { opening_balance: "1.001" }],
    ["opening_balance", { opening_balance: 1 }],
  ])("refuses an invalid %s: %j", async (field, change) => {
    const account = { account_id: crypto.randomUUID(), currency: "USD", opening_balance: "1.00", ...change };
    expect(await startLedger().call("POST", "/v1/accounts", account)).toEqual({
      status: 400,
      body: { error: "invalid_request", details: [{ field, message: expect.any(String) }] },
    });
  });
});

describe("GET /v1/accounts/{id}/transactions", () => {
  it("pages through both directions, newest first, without declines", async () => {
    const ledger = startLedger();
    const [wallet, merchant] = [await ledger.openWallet("10.00"), crypto.randomUUID()];
    for (const amount of ["1.00", "2.00", "3.00", "99.00"]) {
      ledger.clock.now += 1;
      await ledger.post(payment(wallet, merchant, amount));
    }
    ledger.clock.now += 1;
    const { body: refunded } = await ledger.post(refund(merchant, wallet, "6.00"));

    const read = async (query: string) => {
      const { body } = await ledger.call("GET", `/v1/accounts/${merchant}/transactions${query}`);
      const page = body as unknown as {
        transactions: { amount: string }[];
        page: number;
        limit: number;
        total: number;
      };
      return { ...page, transactions: page.transactions.map(({ amount }) => amount) };
    };
    expect(await read("")).toEqual({
      transactions: ["6.00", "3.00", "2.00", "1.00"],
      page: 1,
      limit: 20,
      total: 4,
    });
    expect(await read("?page=2&limit=3")).toEqual({ transactions: ["1.00"], page: 2, limit: 3, total: 4 });
    expect(await read("?page=3&limit=3")).toEqual({ transactions: [], page: 3, limit: 3, total: 4 });
    expect(await ledger.call("GET", `/v1/accounts/${wallet}/transactions?limit=1`)).toEqual({
      status: 200,
      body: { transactions: [refunded], page: 1, limit: 1, total: 5 },
    });
  });

  it("orders transactions of the same millisecond by posting", async () => {
    const ledger = startLedger();
    const [wallet, merchant] = [await ledger.openWallet("10.00"), crypto.randomUUID()];
    const ids: string[] = [];
    for (let index = 0; index < 5; index++) {
      ids.unshift((await ledger.post(payment(wallet, merchant, "1.00"))).body.transaction_id);
    }
    const { body } = await ledger.call("GET", `/v1/accounts/${merchant}/transactions`);
    expect(body).toMatchObject({ transactions: ids.map((transaction_id) => ({ transaction_id })) });
  });

  it.each(["page=0", "page=x", "limit=0", "limit=101", "limit=1.5"])("refuses %s", async (query) => {
    expect(await startLedger().call("GET", `/v1/accounts/a/transactions?${query}`)).toMatchObject({
      status: 400,
      body: { details: [{ field: query.split("=")[0] }] },
    });
  });
});

describe("authentication", () => {
  it.each([
    ["POST", "/v1/transactions"],
    ["GET", "/v1/transactions/x"],
    ["POST", "/v1/accounts"],
    ["GET", "/v1/accounts/x"],
    ["GET", "/v1/accounts/x/transactions"],
    ["GET", "/v1/totals"],
    ["GET", "/unknown"],
  ])("is required for %s %s", async (method, path) => {
    const { app } = startLedger();
    for (const authorization of [undefined, "Bearer", "Bearer wrong", "Basic test-ledger-token"]) {
      const headers: HeadersInit = authorization === undefined ? {} : { Authorization: authorization };
      const response = await app.request(path, { method, headers });
      expect(response.status).toBe(401);
      expect(response.headers.get("WWW-Authenticate")).toBe("Bearer");
      expect(await response.json()).toEqual({ error: "unauthorized" });
    }
  });

  it("returns 404 for an unknown route", async () => {
    expect(await startLedger().call("GET", "/v1/unknown")).toEqual({
      status: 404,
      body: { error: "not_found" },
    });
  });
});
