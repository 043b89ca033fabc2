import { describe, expect } from "vitest";
import { call, ISO_TIME } from "../../../support/api.ts";
import { useStoppedClock } from "../../../support/clock.ts";
import { countQueries } from "../../../support/count-queries.ts";
import { expectInvalid } from "../../../support/error-responses.ts";
import { makePaidIntent, refund } from "../../../support/intents.ts";
import { it } from "../../../support/it.ts";
import type { TestWallet } from "../../../support/parties.ts";
import { WALLET_API } from "../../../support/paths.ts";
import { settleRefund } from "../../../support/settlement.ts";

/** What is cached for seconds is cached throughout a test. */
useStoppedClock();

const HISTORY = `${WALLET_API}/transactions`;

async function read({ token }: TestWallet, query = "") {
  const { status, body } = await call("GET", `${HISTORY}${query}`, { token });
  expect(status).toBe(200);
  return body;
}

const amountsOf = ({ transactions }: { transactions: { amount: string }[] }) =>
  transactions.map(({ amount }) => amount);

describe("GET /wallet/api/v1/transactions", () => {
  it("lists payments, refunds and what was paid in, newest first, each with its merchant and intent", async ({
    merchant,
    wallet,
  }) => {
    const { id, number } = await makePaidIntent(merchant, { wallet, fields: { description: "Coffee" } });
    expect((await refund(merchant, id)).status).toBe(200);
    await settleRefund(id);
    const line = {
      id: expect.any(String),
      number,
      amount: "12.50",
      currency: "USD",
      status: "completed",
      created_at: expect.stringMatching(ISO_TIME),
      merchant_id: merchant.id,
      merchant_name: "Bean & Leaf",
      desk_name: null,
      corrects_number: null,
      payment_intent_id: id,
      description: "Coffee",
    };
    const nobody = { merchant_id: null, merchant_name: null, payment_intent_id: null, number: null };
    expect(await read(wallet)).toEqual({
      success: true,
      transactions: [
        { ...line, transaction_type: "refund", direction: "in", description: expect.any(String) },
        { ...line, transaction_type: "payment", direction: "out" },
        {
          ...line,
          ...nobody,
          transaction_type: "top_up",
          direction: "in",
          amount: "100.00",
          description: "Opening balance",
        },
      ],
      next_cursor: null,
    });
  });

  it("goes on where a page ended, whatever has arrived since", async ({ merchant, wallet }) => {
    const pay = (amount: number) => makePaidIntent(merchant, { wallet, fields: { amount } });
    for (const amount of [1, 2, 3]) await pay(amount);
    const first = await read(wallet, "?limit=2");
    expect(amountsOf(first)).toEqual(["3.00", "2.00"]);
    await pay(4);
    const second = await read(wallet, `?limit=1&cursor=${first.next_cursor}`);
    expect(amountsOf(second)).toEqual(["1.00"]);
    const last = await read(wallet, `?limit=1&cursor=${second.next_cursor}`);
    expect(amountsOf(last)).toEqual(["100.00"]);
    // One has arrived, so that the count does not tell that this is the end.
    const end = await read(wallet, `?limit=1&cursor=${last.next_cursor}`);
    expect(end).toEqual({ success: true, transactions: [], next_cursor: null });
  });

  it("ends with the last page when nothing arrives", async ({ merchant, wallet }) => {
    await makePaidIntent(merchant, { wallet });
    const first = await read(wallet, "?limit=1");
    expect(await read(wallet, `?limit=1&cursor=${first.next_cursor}`)).toMatchObject({ next_cursor: null });
  });

  it("reads the names of a page in one statement", async ({ merchant, other, wallet }) => {
    for (const shop of [merchant, other, merchant, other]) {
      await makePaidIntent(shop, { wallet, fields: { amount: 1 } });
    }
    await read(wallet);
    const counted = countQueries();
    const count = async (limit: number) => {
      const before = counted.queries;
      const { transactions } = await read(wallet, `?limit=${limit}`);
      expect(transactions).toHaveLength(limit);
      return counted.queries - before;
    };
    expect(await count(4)).toBe(await count(1));
  });

  it.for([
    ["limit", "0"],
    ["limit", "101"],
    ["limit", "many"],
    ["cursor", "x"],
  ])("refuses %s=%s", async ([field = "", value = ""], { wallet }) => {
    expectInvalid(await call("GET", `${HISTORY}?${field}=${value}`, { token: wallet.token }), field);
  });

  it("refuses another wallet's cursor", async ({ merchant, wallet }) => {
    const another = await makePaidIntent(merchant);
    const { transactions } = await read(wallet);
    expect(transactions).toHaveLength(1);
    const cursor = btoa(JSON.stringify([another.id, 1])).replaceAll("=", "");
    const response = await call("GET", `${HISTORY}?cursor=${cursor}`, { token: wallet.token });
    expectInvalid(response, "cursor", "must be a next_cursor of this list");
  });
});
