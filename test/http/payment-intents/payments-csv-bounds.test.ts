// A file of many payments is sent as it is read, and breaks off rather than end early.
import { exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { BASE_URL, call } from "../../support/api.ts";
import { DAY } from "../../support/clock.ts";
import { parseCsv } from "../../support/csv.ts";
import { expectFailure, expectInvalid } from "../../support/error-responses.ts";
import { failDatabase, interceptDatabase, muteLog } from "../../support/faults.ts";
import { MANY, seedManyIntents } from "../../support/many-rows.ts";
import { makeMerchant, type TestMerchant } from "../../support/parties.ts";
import { MERCHANT_API } from "../../support/paths.ts";
import { rowsReadBy } from "../../support/query-plans.ts";

const CSV = `${MERCHANT_API}/payments.csv`;
const NEWEST = Date.UTC(2026, 7, 22, 12);
const QUERY = "?date=2026-08-22";
/** Reads a page of intents, and nothing else does. */
const PAGE = /json_each\(\?\) wanted CROSS JOIN payment_intents/;

let merchant: TestMerchant;

/** A millisecond apart: twenty seconds in all. */
async function seedPayments(owner: TestMerchant, newestAt: number): Promise<void> {
  await seedManyIntents(owner.id, newestAt, { completed_at: "?3 - n + 500", reference: "'order-' || n" });
}

const download = (query = QUERY) =>
  exports.default.fetch(`${BASE_URL}${CSV}${query}`, {
    headers: { Authorization: `Bearer ${merchant.token}` },
  });

beforeAll(async () => {
  merchant = await makeMerchant();
  await seedPayments(merchant, NEWEST);
});

describe("GET /payments.csv of 20,000 payments", () => {
  it("has them all once, in order, and reads few rows more than the totals and the intents", async () => {
    let text = "";
    const rows = await rowsReadBy(async () => {
      text = await (await download()).text();
    });
    const references = parseCsv(text).map(({ reference }) => reference);
    expect(references).toEqual(Array.from({ length: MANY }, (_, n) => `order-${MANY - 1 - n}`));
    expect(rows).toBeLessThanOrEqual(4 * MANY + 100);
  });

  it("takes at most three queries for each 500 payments", async () => {
    let queries = 0;
    interceptDatabase(/./, async (run) => {
      queries += 1;
      return await run();
    });
    await (await download()).text();
    expect(queries).toBeLessThanOrEqual(3 * (MANY / 500) + 10);
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
