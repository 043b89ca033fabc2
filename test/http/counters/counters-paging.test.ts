import { describe, expect } from "vitest";
import { call } from "../../support/api.ts";
import {
  COUNTERS,
  deactivateCounter,
  listCounters,
  makeCounter,
  postCounter,
} from "../../support/counters.ts";
import { expectFailure, expectInvalid } from "../../support/error-responses.ts";
import { it } from "../../support/it.ts";
import { makeMerchant, type TestMerchant } from "../../support/parties.ts";
import { rowsOf, sharedRows } from "../../support/rows.ts";
import { seedCounter } from "../../support/seeds.ts";

const FULL = [
  409,
  "too_many_counters",
  "a merchant may have 1000 active counters: deactivate one first",
] as const;

/** Counters of the merchant without clients, in one statement. */
async function seedCounters({ id }: TestMerchant, count: number, status = "active"): Promise<void> {
  await rowsOf(id).run(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
     INSERT INTO counters (id, merchant_id, name, status, location, idp_client_id, webhook_events, webhook_secret,
       created_at, updated_at)
     SELECT ?3 || '-' || i, ?1, 'Till', ?3, '', 'counter-' || i, '[]', 'sealed', 1, 1 FROM n`,
    id,
    count,
    status,
  );
}

async function list({ token }: TestMerchant, query: string) {
  const { status, body } = await call("GET", COUNTERS + query, { token });
  expect(status).toBe(200);
  return body;
}

async function merchantWithCounters(count: number) {
  const merchant = await makeMerchant();
  // Some share a time: the id then decides.
  for (let i = 0; i < count; i++) await seedCounter(merchant.id, { createdAt: 1_000 + Math.floor(i / 2) });
  const { counters } = (await listCounters(merchant)).body;
  return { merchant, all: counters };
}

describe("GET /merchant/api/v1/counters", () => {
  it("returns all of them without a query, as the reference has it", async () => {
    const { merchant, all } = await merchantWithCounters(23);
    expect(all).toHaveLength(23);
    expect((await listCounters(merchant)).body).toEqual({ success: true, counters: all, total: 23 });
  });

  it.each([
    ["?page=2", 3, 2, 20],
    ["?limit=5", 5, 1, 5],
    ["?page=2&limit=15", 8, 2, 15],
  ])("returns the page of %s, with the total of all", async (query, length, page, limit) => {
    const { merchant, all } = await merchantWithCounters(23);
    const from = (page - 1) * limit;
    const body = await list(merchant, query);
    expect(body).toEqual({
      success: true,
      counters: all.slice(from, from + length),
      total: 23,
      page,
      limit,
      next_cursor: from + length < 23 ? expect.any(String) : null,
    });
  });

  it("continues at next_cursor without gaps or repeats, whatever is created meanwhile", async () => {
    const { merchant, all } = await merchantWithCounters(7);
    const found = [];
    for (let query = "?limit=3"; query !== ""; ) {
      const { counters, next_cursor: next } = await list(merchant, query);
      found.push(...counters);
      if (found.length === 3) await makeCounter(merchant);
      query = next === null ? "" : `?limit=3&cursor=${next}`;
    }
    expect(found).toEqual(all);
  });

  it("refuses a cursor with a page", async () => {
    const query = "cursor=MS4wMTlhMDI0ZC01YWZhLTczZTUtOTYyMS04NzI0Y2ZlZWFkMzQ&page=2";
    const { token } = await makeMerchant();
    expectInvalid(await call("GET", `${COUNTERS}?${query}`, { token }), "page");
  });
});

describe("a merchant's active counters", () => {
  it("are at most 1,000; inactive ones do not count", async ({ merchant }) => {
    await seedCounters(merchant, 50, "inactive");
    await seedCounters(merchant, 999);
    const last = await makeCounter(merchant);
    expectFailure(await postCounter(merchant, { name: "Till" }), ...FULL);
    expect((await list(merchant, "?limit=1")).total).toBe(1_050);
    expect((await deactivateCounter(merchant, last.id)).status).toBe(200);
    expect((await postCounter(merchant, { name: "Till" })).status).toBe(201);
    expect((await postCounter(await makeMerchant(), { name: "Till" })).status).toBe(201);
  });

  it("stay 1,000 when two are created at once, and a refused one leaves no client", async ({ merchant }) => {
    await seedCounters(merchant, 999);
    const clients = "SELECT count(*) AS count FROM idp_clients";
    const before = await sharedRows.value<number>(clients);
    const responses = await Promise.all(
      Array.from({ length: 4 }, () => postCounter(merchant, { name: "Till" })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(await sharedRows.value<number>(clients)).toBe((before ?? 0) + 1);
  });
});
