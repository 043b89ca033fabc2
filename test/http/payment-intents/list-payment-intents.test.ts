import { describe, expect } from "vitest";
import { call } from "../../support/api.ts";
import { moveClock } from "../../support/clock.ts";
import { makeCounter } from "../../support/counters.ts";
import { expectInvalid } from "../../support/error-responses.ts";
import { listIntents, readIntent } from "../../support/intent-reads.ts";
import { cancel, makeIntent, makePaidIntent } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { seedManyIntents } from "../../support/many-rows.ts";
import { makeMerchant, type TestMerchant } from "../../support/parties.ts";
import { INTENTS } from "../../support/paths.ts";

/** Intents a millisecond apart, newest first. */
async function makeIntents(merchant: TestMerchant, count: number) {
  const intents = [];
  for (let n = 0; n < count; n++) {
    moveClock(1);
    intents.unshift(await makeIntent(merchant, { reference: `order-${n}` }));
  }
  return intents;
}

function idsOf(intents: { id: string }[]): string[] {
  return intents.map(({ id }) => id);
}

describe("GET /merchant/api/v1/payment-intents", () => {
  it("is empty at first", async () => {
    const { token } = await makeMerchant();
    const response = await call("GET", INTENTS, { token });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      success: true,
      payment_intents: [],
      page: 1,
      limit: 20,
      next_cursor: null,
    });
  });

  it("lists whole intents, newest first", async ({ merchant }) => {
    const intents = await makeIntents(merchant, 3);
    const { body } = await call("GET", INTENTS, { token: merchant.token });
    expect(body).toEqual({ success: true, payment_intents: intents, page: 1, limit: 20, next_cursor: null });
  });

  it("shows 20 by default, and pages through all of them", async ({ merchant }) => {
    const ids = idsOf(await makeIntents(merchant, 23));
    expect(idsOf(await listIntents(merchant))).toEqual(ids.slice(0, 20));
    expect(idsOf(await listIntents(merchant, "?page=2"))).toEqual(ids.slice(20));
    expect(idsOf(await listIntents(merchant, "?page=3"))).toEqual([]);
    expect(idsOf(await listIntents(merchant, "?limit=100"))).toEqual(ids);
    expect(idsOf(await listIntents(merchant, "?page=4&limit=7"))).toEqual(ids.slice(21));
    expect(idsOf(await listIntents(merchant, "?page=23&limit=1"))).toEqual(ids.slice(22));
  });

  it("returns the page number", async () => {
    const { token } = await makeMerchant();
    const { body } = await call("GET", `${INTENTS}?page=7&limit=3`, { token });
    expect(body).toEqual({ success: true, payment_intents: [], page: 7, limit: 3, next_cursor: null });
  });

  it("shows every intent in its current state, as GET does", async ({ merchant }) => {
    const [paid, cancelled] = [await makePaidIntent(merchant), await makeIntent(merchant)];
    await cancel(merchant, cancelled.id);
    for (const intent of await listIntents(merchant)) {
      expect(intent).toEqual((await readIntent(merchant, intent.id)).body.payment_intent);
    }
    const statuses = (await listIntents(merchant)).map(({ status }: { status: string }) => status);
    expect(statuses.sort()).toEqual(["cancelled", "completed"]);
    expect(idsOf(await listIntents(merchant))).toContain(paid.id);
  });

  it("refuses pages that begin beyond 100,000 rows, and names the cursor", async () => {
    const { token } = await makeMerchant();
    const read = (query: string) => call("GET", `${INTENTS}?${query}`, { token });
    expect((await read("page=1001&limit=100")).status).toBe(200);
    expect((await read("page=5001")).status).toBe(200);
    for (const query of ["page=1002&limit=100", "page=5002", "page=1000000"]) {
      expectInvalid(await read(query), "page", "must begin within the first 100,000 rows: use cursor");
    }
  });

  it("refuses a page that several filters do not reach, and names the cursor", async ({ merchant }) => {
    await seedManyIntents(merchant.id, Date.now(), { reference: "'order'" });
    const read = (page: number) =>
      call("GET", `${INTENTS}?limit=100&reference=order&status=completed&page=${page}`, {
        token: merchant.token,
      });
    expect((await read(10)).body.payment_intents).toHaveLength(100);
    expectInvalid(
      await read(12),
      "page",
      "is too far into a list with an amount or several filters: use cursor",
    );
  });

  it("contains only the merchant's own intents", async ({ merchant, other }) => {
    const own = await makeIntent(merchant);
    await makeIntent(other);
    expect(idsOf(await listIntents(merchant))).toEqual([own.id]);
  });

  it("shows a counter its merchant's intents", async ({ merchant, intent }) => {
    expect(await listIntents(await makeCounter(merchant))).toEqual([intent]);
  });

  it.each(["merchant_id", "sort", "__proto__"])("refuses %s, which is no filter", async (name) => {
    const { token } = await makeMerchant();
    const response = await call("GET", `${INTENTS}?${name}=1`, { token });
    expectInvalid(response, name, "is not a filter of this list");
  });
});
