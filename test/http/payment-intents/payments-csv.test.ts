import { exports } from "cloudflare:workers";
import { beforeAll, describe, expect } from "vitest";
import { BASE_URL, call } from "../../support/api.ts";
import { DAY, HOUR, moveClock } from "../../support/clock.ts";
import { makeCounter } from "../../support/counters.ts";
import { parseCsv } from "../../support/csv.ts";
import { REFUSED_DAYS } from "../../support/days.ts";
import { expectFailure, expectInvalid } from "../../support/error-responses.ts";
import { failDatabase, interceptDatabase, muteLog } from "../../support/faults.ts";
import { readIntent } from "../../support/intent-reads.ts";
import { makePaidIntent, refund } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { SOME, seedManyIntents } from "../../support/many-rows.ts";
import { pay, published } from "../../support/objects.ts";
import { ageAll, makePaid, moveBeyondEarlierTests } from "../../support/old-payments.ts";
import { makeMerchant, makeWallet, renewMerchant, type TestMerchant } from "../../support/parties.ts";
import { MERCHANT_API } from "../../support/paths.ts";
import { rowsReadBy } from "../../support/query-plans.ts";
import { seedWallet } from "../../support/seeds.ts";
import { settleRefund } from "../../support/settlement.ts";

const CSV = `${MERCHANT_API}/payments.csv`;

async function read({ token }: TestMerchant, query = "") {
  const { status, text } = await call("GET", `${CSV}${query}`, { token });
  expect(status).toBe(200);
  return parseCsv(text);
}

async function useTimeZone({ token }: TestMerchant, timeZone: string): Promise<void> {
  await call("PUT", `${MERCHANT_API}/settings`, { token, json: { time_zone: timeZone } });
}

async function refundWhole(merchant: TestMerchant, id: string, texts = {}): Promise<void> {
  expect((await refund(merchant, id, texts)).status).toBe(200);
  await settleRefund(id);
  await published(id);
}

type Rows = Record<string, string>[];

/** Sums as GET /totals has them, from the file's text. */
function sumsOf(rows: Rows, currency: string) {
  const minor = (text = "") => BigInt(text.replace(".", ""));
  const of = (type: string) => rows.filter((row) => row.type === type && row.currency === currency);
  const sum = (some: Rows) => Number(some.reduce((all, row) => all + minor(row.amount), 0n));
  const [payments, refunds] = [of("payment"), of("refund")];
  return {
    paid: { count: payments.length, amount_minor: sum(payments) },
    refunded: { count: refunds.length, amount_minor: -sum(refunds) + 0 },
    net: { amount_minor: sum([...payments, ...refunds]) },
  };
}

async function expectSameAsTotals({ token }: TestMerchant, rows: Rows, query = ""): Promise<void> {
  const { body } = await call("GET", `${MERCHANT_API}/totals${query}`, { token });
  expect(new Set(rows.map(({ currency }) => currency))).toEqual(
    new Set(body.totals.map(({ currency }: { currency: string }) => currency)),
  );
  for (const total of body.totals) expect(total).toMatchObject(sumsOf(rows, total.currency));
  for (const counter of body.counters) {
    const own = rows.filter((row) => row.counter_id === (counter.counter_id ?? ""));
    expect(counter).toMatchObject(sumsOf(own, counter.currency));
  }
}

describe("GET /payments.csv", () => {
  it("adds up to the totals of the same day, in all and per counter", async ({ merchant }) => {
    const counters = [undefined, (await makeCounter(merchant)).id, (await makeCounter(merchant)).id];
    const wallets = await Promise.all(
      ["USD", "JPY", "KWD"].map(async (currency) => ({
        currency,
        wallet: await makeWallet({ balance: 1_000_000, currency }),
      })),
    );
    for (let n = 0; n < 12; n++) {
      const { currency = "", wallet } = wallets[n % 3] ?? {};
      const counter = counters[n % 2 === 0 ? 0 : 1 + (n % 4 === 1 ? 0 : 1)];
      const amount = { USD: 10.01 + n, JPY: 100 + n, KWD: 1.001 + n }[currency];
      const fields = { amount: Number(amount?.toFixed(3)), currency, counter_id: counter ?? null };
      const { id } = await makePaidIntent(merchant, { ...(wallet && { wallet }), fields });
      await published(id);
      if (n % 4 === 0) await refundWhole(merchant, id);
    }
    const rows = await read(merchant);
    expect(rows).toHaveLength(15);
    await expectSameAsTotals(merchant, rows);
  });

  it("has a row for the payment and one for the refund, in the merchant's time", async ({ merchant }) => {
    await useTimeZone(merchant, "Asia/Kolkata");
    const counter = await makeCounter(merchant, { name: "Till 1" });
    const fields = { reference: "order-1", description: "Tea", counter_id: counter.id };
    const { id } = await makePaidIntent(merchant, { fields });
    await refundWhole(merchant, id, { json: { reference: "credit-1", reason: "=late" } });
    const { payment_intent: intent } = (await readIntent(merchant, id)).body;
    const inKolkata = (time: string) =>
      new Date(Date.parse(time) + 5.5 * HOUR).toISOString().replace(/\.\d+Z$/, "+05:30");
    const common = { ...fields, payment_intent_id: id, number: intent.number, counter: "Till 1" };
    const shared = { ...common, currency: "USD" };
    const [payment, refunded, ...others] = await read(merchant);
    expect(others).toEqual([]);
    const [paidAt, refundedAt] = [inKolkata(intent.completed_at), inKolkata(intent.updated_at)];
    expect(payment).toEqual({
      ...shared,
      date: paidAt.slice(0, 10),
      date_time: paidAt,
      type: "payment",
      amount: "12.50",
      transaction_id: expect.stringMatching(/./),
      refund_reference: "",
      refund_reason: "",
    });
    expect(refunded).toEqual({
      ...shared,
      date: refundedAt.slice(0, 10),
      date_time: refundedAt,
      type: "refund",
      amount: "-12.50",
      transaction_id: intent.refund_ledger_tx_id,
      refund_reference: "credit-1",
      refund_reason: "'=late",
    });
  });

  it("is a file of UTF-8 that a spreadsheet opens without running what customers wrote", async ({
    merchant,
  }) => {
    const counter = await makeCounter(merchant, { name: '@SUM(1+1)*cmd|" /C calc"!A0' });
    const fields = { reference: '=HYPERLINK("https://evil.test","Käse, 10 %")', counter_id: counter.id };
    const { id } = await makePaidIntent(merchant, { fields: { ...fields, description: "+1\r\n-2" } });
    await published(id);
    const response = await download("", merchant);
    const day = new Date().toISOString().slice(0, 10);
    expect(response.headers.get("Content-Type")).toBe("text/csv; charset=utf-8; header=present");
    expect(response.headers.get("Content-Disposition")).toBe(`attachment; filename="payments-${day}.csv"`);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
    expect(text.split("\r\n", 1)).toEqual([
      "date,date_time,type,payment_intent_id,reference,description,counter,counter_id,currency,amount,transaction_id,refund_reference,refund_reason,number",
    ]);
    expect(text).toContain(
      `,"'=HYPERLINK(""https://evil.test"",""Käse, 10 %"")","'+1\r\n'-2","'@SUM(1+1)*cmd|"" /C calc""!A0",`,
    );
    expect(parseCsv(text)[0]).toMatchObject({ description: "'+1\r\n'-2" });
    const [raw] = await read(merchant, "?texts=raw");
    expect(raw).toMatchObject({ reference: fields.reference, description: "+1\r\n-2" });
    expectInvalid(await call("GET", `${CSV}?texts=no`, merchant), "texts");
  });

  it("has only its header on days without payments, and names the days it has", async ({ merchant }) => {
    const { headers, text } = await call("GET", `${CSV}?from=2026-01-01&to=2026-01-31`, merchant);
    expect(parseCsv(text)).toEqual([]);
    expect(headers.get("Content-Disposition")).toBe(
      'attachment; filename="payments-2026-01-01-to-2026-01-31.csv"',
    );
  });

  it("has a late payment and a refund on their own days, oldest first, as the totals have", async () => {
    moveBeyondEarlierTests();
    const merchant = await renewMerchant(await makeMerchant());
    const days = [new Date().toISOString().slice(0, 10)];
    const early = await makePaid(merchant, { amount: 3, expires_in: 30 * 60 });
    const { body } = await call("POST", `${MERCHANT_API}/payment-intents`, {
      token: merchant.token,
      json: { amount: 4, expires_in: 3 * 24 * 3600 },
    });
    const { id: late } = body.payment_intent;
    moveClock(DAY);
    days.push(new Date().toISOString().slice(0, 10));
    await pay(late, await seedWallet());
    await published(late);
    moveClock(1);
    await refundWhole(await renewMerchant(merchant), early);
    const renewed = await renewMerchant(merchant);
    const brief = async (query: string) =>
      (await read(renewed, query)).map(({ payment_intent_id: id, amount }) => [id, amount]);
    expect(await brief(`?date=${days[0]}`)).toEqual([[early, "3.00"]]);
    expect(await brief(`?date=${days[1]}`)).toEqual([
      [late, "4.00"],
      [early, "-3.00"],
    ]);
    const range = `?from=${days[0]}&to=${days[1]}`;
    expect(await brief(range)).toHaveLength(3);
    for (const query of [`?date=${days[0]}`, `?date=${days[1]}`, range])
      await expectSameAsTotals(renewed, await read(renewed, query), query);
  });

  it("is the same a month later", async () => {
    moveBeyondEarlierTests();
    const merchant = await renewMerchant(await makeMerchant());
    const counter = await makeCounter(merchant);
    const fields = { reference: "order-1", description: "Tea, hot", counter_id: counter.id };
    const ids = [
      await makePaid(merchant, { amount: 3, ...fields }),
      await makePaid(merchant, { amount: 4.5 }),
    ];
    await refundWhole(merchant, ids[1] ?? "");
    const query = `?date=${new Date().toISOString().slice(0, 10)}`;
    const before = await read(await renewMerchant(merchant), query);
    expect(before).toHaveLength(3);
    await ageAll(merchant, ids);
    const renewed = await renewMerchant(merchant);
    expect(await read(renewed, query)).toEqual(before);
    await expectSameAsTotals(renewed, before, query);
  });

  it.each(REFUSED_DAYS)("refuses %s and names the field", async (query, field) => {
    const { token } = await makeMerchant();
    expectInvalid(await call("GET", `${CSV}${query}`, { token }), field);
  });
});

// A file of many payments is sent as it is read, and breaks off rather than end early.

const NEWEST = Date.UTC(2026, 7, 22, 12);

const QUERY = "?date=2026-08-22";

/** Reads a page of intents, and nothing else does. */
const PAGE = /json_each\(\?\) wanted CROSS JOIN payment_intents/;

let merchant: TestMerchant;

/** A millisecond apart: twenty seconds in all. */
async function seedPayments(owner: TestMerchant, newestAt: number): Promise<void> {
  const columns = { completed_at: "?3 - n + 500", reference: "'order-' || n" };
  await seedManyIntents(owner.id, newestAt, columns, SOME);
}

const download = (query = QUERY, { token } = merchant) =>
  exports.default.fetch(`${BASE_URL}${CSV}${query}`, { headers: { Authorization: `Bearer ${token}` } });

beforeAll(async () => {
  merchant = await makeMerchant();
  await seedPayments(merchant, NEWEST);
});

describe("GET /payments.csv of many payments", () => {
  it("has them all once, in order, and reads few rows more than the totals and the intents", async () => {
    let text = "";
    const rows = await rowsReadBy(async () => {
      text = await (await download()).text();
    });
    const references = parseCsv(text).map(({ reference }) => reference);
    expect(references).toEqual(Array.from({ length: SOME }, (_, n) => `order-${SOME - 1 - n}`));
    expect(rows).toBeLessThanOrEqual(4 * SOME + 100);
  });

  it("takes at most three queries for each 500 payments", async () => {
    let queries = 0;
    interceptDatabase(/./, async (run) => {
      queries += 1;
      return await run();
    });
    await (await download()).text();
    expect(queries).toBeLessThanOrEqual(3 * (SOME / 500) + 10);
  });

  it("breaks off when a later page cannot be read, and logs why", async () => {
    const log = muteLog();
    let pages = 0;
    interceptDatabase(PAGE, async (run) => {
      pages += 1;
      if (pages > 3) throw new Error("D1_ERROR: Network connection lost.");
      return await run();
    });
    const response = await download();
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
    expect(log.join("\n")).toContain('"event":"response_broken_off"');
  });

  it("is an error response when the first page cannot be read", async () => {
    muteLog();
    failDatabase(PAGE);
    expectFailure(
      await call("GET", `${CSV}${QUERY}`, merchant),
      500,
      "internal_error",
      "Failed to read payments",
    );
  });
});

it("GET /payments.csv of more than 50,000 payments is refused, with the field to change", async () => {
  const large = await makeMerchant();
  const newestAt = NEWEST - 7 * DAY;
  for (const seconds of [0, 30, 60]) await seedPayments(large, newestAt - seconds * 1000);
  const list = (query: string) => call("GET", `${CSV}${query}`, large);
  const message = "names more than 50,000 payments and refunds: ask for fewer days";
  expectInvalid(await list("?date=2026-08-15"), "date", message);
  expectInvalid(await list("?from=2026-08-10&to=2026-08-20"), "to", message);
  expect((await list("?date=2026-08-14")).status).toBe(200);
});
