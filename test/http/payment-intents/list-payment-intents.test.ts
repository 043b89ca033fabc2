import { env } from "cloudflare:workers";
import { describe, expect, vi } from "vitest";
import { call } from "../../support/api.ts";
import { moveClock } from "../../support/clock.ts";
import { expectInvalid } from "../../support/error-responses.ts";
import { muteLog } from "../../support/faults.ts";
import { listIntents, readIntent } from "../../support/intent-reads.ts";
import { makeIntent } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { seedManyIntents } from "../../support/many-rows.ts";
import { makeMerchant, renewMerchant, type TestMerchant } from "../../support/parties.ts";
import { INTENTS } from "../../support/paths.ts";
import { seedIntent } from "../../support/seeds.ts";

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
    expectInvalid(await read(12), "page", "is too far into this list to be found by its number: use cursor");
  });

  it.each(["merchant_id", "sort", "__proto__"])("refuses %s, which is no filter", async (name) => {
    const { token } = await makeMerchant();
    const response = await call("GET", `${INTENTS}?${name}=1`, { token });
    expectInvalid(response, name, "is not a filter of this list");
  });
});

// One intent that cannot be read as usual never hides the others of its page.

describe(`GET ${INTENTS}`, () => {
  it("shows an intent whose currency nobody knows, and so does a read of it", async ({ merchant }) => {
    const stored = await seedIntent(merchant.id, { currency: "QQQ", amountMinor: 1_250 });
    const usual = await makeIntent(merchant);

    const intents = await listIntents(merchant);

    expect(intents.map(({ id }: { id: string }) => id).sort()).toEqual([stored.id, usual.id].sort());
    const shown = { amount: 12.5, amount_minor: 1_250, amount_decimal: "12.50", currency: "QQQ" };
    expect(intents.find(({ id }: { id: string }) => id === stored.id)).toMatchObject(shown);
    expect((await readIntent(merchant, stored.id)).body.payment_intent).toMatchObject(shown);
  });

  it("shows an intent in a currency that is refused for new ones", async ({ merchant }) => {
    const stored = await seedIntent(merchant.id, { currency: "BYR", amountMinor: 1_250 });
    const json = { amount: 1_250, currency: "BYR" };

    const refused = await call("POST", INTENTS, { token: merchant.token, json });

    expectInvalid(refused, "currency", "must be in use, which BYR has not been since 2017-01-01");
    const shown = { id: stored.id, amount: 1_250, amount_decimal: "1250", currency: "BYR" };
    expect(await listIntents(merchant)).toEqual([expect.objectContaining(shown)]);
  });

  it("shows the row of an overdue intent whose object throws, and logs it", async ({ merchant }) => {
    const [broken, overdue] = [await makeIntent(merchant), await makeIntent(merchant)];
    moveClock(24 * 60 * 60_000);
    const later = await renewMerchant(merchant);
    const lines = muteLog();
    const getByName = env.PAYMENT_INTENTS.getByName.bind(env.PAYMENT_INTENTS);
    vi.spyOn(env.PAYMENT_INTENTS, "getByName").mockImplementation((name) => {
      if (name === broken.id) throw new Error("this object always throws");
      return getByName(name);
    });

    const statuses = (await listIntents(later)).map(({ id, status }: { id: string; status: string }) => [
      id,
      status,
    ]);

    expect(new Map(statuses)).toEqual(
      new Map([
        [broken.id, "pending"],
        [overdue.id, "expired"],
      ]),
    );
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ level: "error", event: "list_intent_failed", intent_id: broken.id }),
    );
  });
});
