import { describe, expect } from "vitest";
import { makeApproval } from "../../support/approvals.ts";
import { moveClock } from "../../support/clock.ts";
import { makeCounter } from "../../support/counters.ts";
import { listIntents } from "../../support/intent-reads.ts";
import { cancel, confirm, makeIntent, refund } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { makeMerchant, makeWallet, renewMerchant, type TestMerchant } from "../../support/parties.ts";
import { rowsOf } from "../../support/rows.ts";
import { settleRefund } from "../../support/settlement.ts";

type Fields = Record<string, string>;

async function idsOf(merchant: { token: string }, filter: Fields, more = ""): Promise<string[]> {
  const intents = await listIntents(merchant, `?${new URLSearchParams(filter)}${more}`);
  return intents.map(({ id }: { id: string }) => id);
}

/** A millisecond after the previous one. */
async function makeNextIntent(merchant: TestMerchant, fields: Record<string, unknown> = {}) {
  moveClock(1);
  return await makeIntent(merchant, fields);
}

/** One intent in every state that the filters distinguish, by name. */
async function makeOneOfEach() {
  const [merchant, wallet] = [await makeMerchant(), await makeWallet()];
  const ids: Fields = {};
  for (const name of ["overdue", "pending", "cancelled", "completed", "refunding", "refunded"]) {
    ids[name] = (await makeNextIntent(merchant, { expires_in: name === "overdue" ? 60 : 600 })).id;
  }
  const { overdue = "", cancelled = "", completed = "", refunding = "", refunded = "" } = ids;
  ids.overdueApproval = (await makeApproval(merchant, wallet, { expires_in: 60 })).id;
  ids.approval = (await makeApproval(merchant, wallet, { expires_in: 600 })).id;
  await cancel(merchant, cancelled);
  for (const id of [completed, refunding, refunded]) expect((await confirm(wallet, id)).status).toBe(200);
  for (const id of [refunding, refunded]) expect((await refund(merchant, id)).status).toBe(200);
  await settleRefund(refunded);
  moveClock(61_000);
  return { merchant: await renewMerchant(merchant), ids, overdue };
}

describe("filters of GET /merchant/api/v1/payment-intents", () => {
  it("match each status; an overdue intent counts as expired", async () => {
    const { merchant, ids } = await makeOneOfEach();
    const expected = {
      pending: ["pending"],
      pending_approval: ["approval"],
      completed: ["completed", "refunding", "refunded"],
      cancelled: ["cancelled"],
      expired: ["overdue", "overdueApproval"],
    };
    // Expired comes last, so that the other lists cannot rely on it having settled overdue intents.
    for (const [status, names] of Object.entries(expected)) {
      const listed = await listIntents(merchant, `?status=${status}`);
      expect(new Set(listed.map(({ id }: Fields) => id))).toEqual(new Set(names.map((name) => ids[name])));
      for (const intent of listed) expect(intent.status).toBe(status);
    }
    expect(await listIntents(merchant)).toHaveLength(8);
  });

  it("show an overdue intent as expired in the first list", async () => {
    const { merchant, ids } = await makeOneOfEach();
    const listed = await listIntents(merchant, "?status=expired");
    expect(new Set(listed.map(({ id }: Fields) => id))).toEqual(new Set([ids.overdue, ids.overdueApproval]));
    for (const intent of listed) expect(intent).toMatchObject({ status: "expired" });
  });

  it("match each refund status", async () => {
    const { merchant, ids } = await makeOneOfEach();
    expect(await idsOf(merchant, { refund_status: "pending" })).toEqual([ids.refunding]);
    expect(await idsOf(merchant, { refund_status: "completed" })).toEqual([ids.refunded]);
    expect(await idsOf(merchant, { refund_status: "completed", status: "pending" })).toEqual([]);
  });

  it("match a counter's intents, whatever the case of its id", async ({ merchant }) => {
    const [counter, other] = [await makeCounter(merchant), await makeCounter(merchant)];
    const first = await makeNextIntent(merchant, { counter_id: counter.id });
    const second = await makeNextIntent(merchant, { counter_id: counter.id });
    await makeNextIntent(merchant, { counter_id: other.id });
    await makeNextIntent(merchant);
    expect(await idsOf(merchant, { counter_id: counter.id })).toEqual([second.id, first.id]);
    expect(await idsOf(merchant, { counter_id: counter.id.toUpperCase() })).toEqual([second.id, first.id]);
    expect(await idsOf(merchant, { counter_id: crypto.randomUUID() })).toEqual([]);
  });

  it("match a reference exactly", async ({ merchant }) => {
    const names = [
      "order-1",
      "order-10",
      "ORDER-1",
      "order-_",
      "100% & café",
      "' OR 1=1 --",
      "x".repeat(255),
    ];
    const ids: string[] = [];
    for (const reference of names) ids.push((await makeNextIntent(merchant, { reference })).id);
    await makeNextIntent(merchant);
    for (const [index, reference] of names.entries()) {
      expect([reference, await idsOf(merchant, { reference })]).toEqual([reference, [ids[index]]]);
    }
    expect(await idsOf(merchant, { reference: "order-%" })).toEqual([]);
  });

  it("match an amount exactly, in each currency's own minor units", async ({ merchant }) => {
    const make = async (amount: number, currency: string) =>
      (await makeNextIntent(merchant, { amount, currency })).id;
    const ids = {
      usd: await make(12.5, "USD"),
      kwd: await make(12.5, "KWD"),
      clf: await make(12.5, "USD"),
      jpy: await make(1250, "JPY"),
      more: await make(1250, "USD"),
      fils: await make(12.505, "KWD"),
      most: await make(999_999_999.99, "USD"),
    };
    // Nothing new may be in it, but what is stored is still found.
    const four = "UPDATE payment_intents SET currency = 'CLF', amount_minor = 125000 WHERE id = ?";
    await rowsOf(ids.clf).run(four, ids.clf);
    for (const amount of ["12.5", "12.50", "12.500000", "012.5"]) {
      expect([amount, await idsOf(merchant, { amount })]).toEqual([amount, [ids.clf, ids.kwd, ids.usd]]);
    }
    expect(await idsOf(merchant, { amount: "1250" })).toEqual([ids.more, ids.jpy]);
    expect(await idsOf(merchant, { amount: "12.505" })).toEqual([ids.fils]);
    expect(await idsOf(merchant, { amount: "999999999.99" })).toEqual([ids.most]);
    expect(await idsOf(merchant, { amount: "12.51" })).toEqual([]);
  });

  it("include created_from and exclude created_to", async ({ merchant }) => {
    const intents = [];
    for (let count = 0; count < 4; count++) intents.push(await makeNextIntent(merchant));
    const [first, second, third, fourth] = intents.map(({ id, created_at }) => ({
      id,
      at: created_at as string,
    }));
    const find = (filter: { from?: string | undefined; to?: string | undefined }) =>
      idsOf(merchant, {
        ...(filter.from && { created_from: filter.from }),
        ...(filter.to && { created_to: filter.to }),
      });
    expect(await find({ from: second?.at })).toEqual([fourth?.id, third?.id, second?.id]);
    expect(await find({ to: third?.at })).toEqual([second?.id, first?.id]);
    expect(await find({ from: second?.at, to: fourth?.at })).toEqual([third?.id, second?.id]);
    expect(await find({ from: second?.at, to: second?.at })).toEqual([]);
    expect(await find({ from: fourth?.at, to: first?.at })).toEqual([]);
  });

  it("accept times in any zone and precision", async ({ merchant }) => {
    const { id, created_at: createdAt } = await makeNextIntent(merchant);
    const inKolkata = new Date(Date.parse(createdAt) + 5.5 * 3_600_000).toISOString().replace("Z", "+05:30");
    expect(await idsOf(merchant, { created_from: inKolkata })).toEqual([id]);
    expect(await idsOf(merchant, { created_to: inKolkata })).toEqual([]);
    expect(await idsOf(merchant, { created_from: "2020-01-01T00:00:00Z" })).toEqual([id]);
    expect(await idsOf(merchant, { created_to: "2020-01-01T00:00:00.123456Z" })).toEqual([]);
  });

  it("can be combined", async ({ merchant, wallet }) => {
    const [counter, other] = [await makeCounter(merchant), await makeCounter(merchant)];
    const fields = { counter_id: counter.id, reference: "order-1", amount: 7.25 };
    const make = async (change: Record<string, unknown> = {}, isRefunded = true) => {
      const intent = await makeNextIntent(merchant, { ...fields, ...change });
      expect((await confirm(wallet, intent.id)).status).toBe(200);
      if (isRefunded) expect((await refund(merchant, intent.id)).status).toBe(200);
      return intent;
    };
    await make();
    const wanted = await make();
    await make({ counter_id: other.id });
    await make({ reference: "order-2" });
    await make({ amount: 7.26 });
    await make({}, false);
    await makeNextIntent(merchant, fields);
    const tooLate = await make();
    const filter = {
      status: "completed",
      refund_status: "pending",
      ...fields,
      amount: "7.25",
      created_from: wanted.created_at,
      created_to: tooLate.created_at,
    };
    expect(await idsOf(merchant, filter)).toEqual([wanted.id]);
    for (const [name, value] of Object.entries({
      status: "pending",
      refund_status: "completed",
      counter_id: crypto.randomUUID(),
      reference: "order-3",
      amount: "7.27",
      created_from: tooLate.created_at,
      created_to: wanted.created_at,
    })) {
      expect([name, await idsOf(merchant, { ...filter, [name]: value })]).toEqual([name, []]);
    }
  });
});
