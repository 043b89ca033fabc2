import { describe, expect, vi } from "vitest";
import { addDays } from "#core/lib/local-time.ts";
import { call } from "../../support/api.ts";
import { makeCounter } from "../../support/counters.ts";
import { REFUSED_DAYS } from "../../support/days.ts";
import { expectFailure, expectInvalid } from "../../support/error-responses.ts";
import { makePaidIntent, refund } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { published } from "../../support/objects.ts";
import { makeMerchant, makeWallet, type TestMerchant } from "../../support/parties.ts";
import { MERCHANT_API } from "../../support/paths.ts";
import { ledgerRows, rowsOf } from "../../support/rows.ts";
import { callAs, makeTill, openTill } from "../../support/sessions.ts";
import { settleRefund } from "../../support/settlement.ts";

const TOTALS = `${MERCHANT_API}/totals`;

async function read({ token }: TestMerchant, query = "") {
  const { status, body } = await call("GET", `${TOTALS}${query}`, { token });
  expect(status).toBe(200);
  return body;
}

interface Sums {
  currency: string;
  paid: { count: number; amount_minor: number };
  refunded: { count: number; amount_minor: number };
  net: { amount_minor: number };
}

/** What the ledger has settled for the merchant. */
async function ledgerTotals(merchantId: string) {
  const results = await ledgerRows.all(
    `SELECT currency,
       sum(transaction_type = 'payment') AS paid, sum(iif(transaction_type = 'payment', amount_minor, 0)) AS paidMinor,
       sum(transaction_type = 'refund') AS refunded, sum(iif(transaction_type = 'refund', amount_minor, 0)) AS refundedMinor
     FROM ledger_transactions WHERE status = 'completed' AND ?1 IN (from_account_id, to_account_id)
     GROUP BY currency ORDER BY currency`,
    merchantId,
  );
  return results;
}

const asLedger = ({ currency, paid, refunded }: Sums) => ({
  currency,
  paid: paid.count,
  paidMinor: paid.amount_minor,
  refunded: refunded.count,
  refundedMinor: refunded.amount_minor,
});

describe("GET /totals", () => {
  it("equals the ledger, and the counters add up to it, on a day of payments and refunds", async ({
    merchant,
  }) => {
    const counters = [undefined, (await makeCounter(merchant)).id, (await makeCounter(merchant)).id];
    const wallets = await Promise.all(
      ["USD", "EUR", "JPY"].map(async (currency) => ({
        currency,
        wallet: await makeWallet({ balance: 100_000, currency }),
      })),
    );
    const random = (count: number) =>
      Math.floor((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % count);
    for (let n = 0; n < 18; n++) {
      const { currency, wallet } = wallets[random(3)] ?? { currency: "USD", wallet: await makeWallet() };
      const counterId = counters[random(3)];
      const amount = currency === "JPY" ? 1 + random(900) : (1 + random(90_000)) / 100;
      const fields = { amount, currency, ...(counterId === undefined ? {} : { counter_id: counterId }) };
      const { id } = await makePaidIntent(merchant, { wallet, fields });
      await published(id);
      if (n % 3 !== 0) continue;
      expect((await refund(merchant, id)).status).toBe(200);
      if (n % 6 === 0) await settleRefund(id);
      await published(id);
    }
    const body = await read(merchant);
    expect(body.totals.map(asLedger)).toEqual(await ledgerTotals(merchant.id));
    for (const total of body.totals as Sums[]) {
      const rows = (body.counters as Sums[]).filter(({ currency }) => currency === total.currency);
      const sum = (pick: (row: Sums) => number) => rows.reduce((all, row) => all + pick(row), 0);
      expect(sum(({ paid }) => paid.amount_minor)).toBe(total.paid.amount_minor);
      expect(sum(({ refunded }) => refunded.amount_minor)).toBe(total.refunded.amount_minor);
      expect(sum(({ net }) => net.amount_minor)).toBe(total.net.amount_minor);
    }
  });

  it("has today of the merchant's time zone when no day is named, and nothing on a day without payments", async ({
    merchant,
  }) => {
    await call("PUT", `${MERCHANT_API}/settings`, {
      token: merchant.token,
      json: { time_zone: "Asia/Tokyo" },
    });
    const today = new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Tokyo" }).format(Date.now());
    const empty = { time_zone: "Asia/Tokyo", totals: [], counters: [] };
    expect(await read(merchant)).toEqual({ success: true, from: today, to: today, ...empty });
    const range = { from: "2026-01-01", to: "2026-01-31" };
    expect(await read(merchant, "?from=2026-01-01&to=2026-01-31")).toEqual({
      success: true,
      ...range,
      ...empty,
    });
  });

  it("has each day by itself when it is asked to, and then today as well as in one sum", async ({
    merchant,
  }) => {
    await published((await makePaidIntent(merchant, { fields: { amount: 3 } })).id);
    const { from: today, ...whole } = await read(merchant);
    const yesterday = addDays(today, -1);
    const body = await read(merchant, `?from=${yesterday}&to=${today}&by=day`);
    const days = [
      { date: yesterday, totals: [] },
      { date: today, totals: whole.totals },
    ];
    expect(body).toEqual({ ...whole, from: yesterday, days });
    expectInvalid(await call("GET", `${TOTALS}?by=week`, merchant), "by");
  });

  it("gives up what was kept when the days begin at another time", async ({ merchant }) => {
    await published((await makePaidIntent(merchant)).id);
    const kept = () =>
      rowsOf(merchant.id).value("SELECT count(*) FROM kept_days WHERE merchant_id = ?", merchant.id);
    await read(merchant);
    await vi.waitFor(async () => expect(await kept()).toBe(1));
    const json = { time_zone: "Asia/Tokyo" };
    expect((await call("PUT", `${MERCHANT_API}/settings`, { token: merchant.token, json })).status).toBe(200);
    expect(await kept()).toBe(0);
    expect((await read(merchant)).totals).toMatchObject([{ paid: { count: 1 } }]);
  });

  it.each(REFUSED_DAYS)("refuses %s and names the field", async (query, field) => {
    const { token } = await makeMerchant();
    expectInvalid(await call("GET", `${TOTALS}${query}`, { token }), field);
  });
});

// A till reads the totals of its own counter, and of nothing else.

describe("GET /totals of a till", () => {
  it("has what its counter was paid, but not what others were", async () => {
    const { merchant, counter, secret } = await makeTill();
    const other = await makeCounter(merchant);
    for (const [amount, counter_id] of [
      [3, counter.id],
      [4, other.id],
      [5, null],
    ] as const) {
      await published((await makePaidIntent(merchant, { fields: { amount, counter_id } })).id);
    }
    const { status, body } = await callAs(secret, "GET", TOTALS);
    expect(status).toBe(200);
    const own = { currency: "USD", paid: { count: 1, amount_minor: 300, amount_decimal: "3.00" } };
    expect(body.totals).toEqual([expect.objectContaining(own)]);
    expect(body.counters).toEqual([expect.objectContaining({ counter_id: counter.id, ...own })]);
    const whole = await call("GET", TOTALS, merchant);
    expect(whole.body.counters).toHaveLength(3);
  });

  it("are empty for a counter that was paid nothing, whatever the till asks for", async () => {
    const { merchant, counter } = await makeTill();
    await published((await makePaidIntent(merchant, { fields: { counter_id: counter.id } })).id);
    const empty = await openTill(merchant.id, (await makeCounter(merchant)).id);
    expect((await callAs(empty.secret, "GET", TOTALS)).body).toMatchObject({ totals: [], counters: [] });
    expect((await callAs(empty.secret, "GET", `${TOTALS}?counter_id=${counter.id}`)).status).toBe(400);
  });

  it("are all that it reads of the books", async () => {
    const { secret } = await makeTill();
    for (const path of ["payments.csv", "transactions", "audit-trail"]) {
      expectFailure(await callAs(secret, "GET", `${MERCHANT_API}/${path}`), 403, "forbidden", "Forbidden");
    }
  });
});
