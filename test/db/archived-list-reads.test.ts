// A list that reaches into the archive reads few rows of it, whatever the other 20,000 are.

import { beforeAll, describe, expect, it } from "vitest";
import { encodeRecord } from "../../src/db/payment-intents/archive-record.ts";
import { type IntentPage, listIntents } from "../../src/db/payment-intents/intent-list.ts";
import { type IntentFilter, SEARCHED_MAX } from "../../src/db/payment-intents/intent-search.ts";
import { DAY } from "../support/clock.ts";
import { anIntent } from "../support/intent.ts";
import { MANY, SERIES } from "../support/many-rows.ts";
import { rowsReadBy } from "../support/query-plans.ts";
import { rowsOf, sharedRows } from "../support/rows.ts";
import { db, seedCounter, seedMerchant } from "../support/seeds.ts";

const MORE_MAX = 50;
const NOW = Date.UTC(2026, 10, 22);
const NEWEST = NOW - 40 * DAY;
const EVERYTHING: IntentFilter = {
  status: null,
  refundStatus: null,
  counterId: null,
  reference: null,
  amount: null,
  createdFrom: null,
  createdTo: null,
};

let merchantId: string;
let counterId: string;

/** What is rare is older than the 19,900 newest. */
beforeAll(async () => {
  merchantId = (await seedMerchant()).id;
  counterId = (await seedCounter(merchantId)).id;
  const record = encodeRecord({ intent: anIntent({ merchantId }), history: [] }, "").toHex();
  await rowsOf(merchantId).run("INSERT INTO archived_merchants VALUES (1, ?, '')", merchantId);
  const rare = `n > ${MANY - 101} AND n % 5 = `;
  await sharedRows.run(
    `${SERIES} INSERT INTO archived_intents (id, merchant, status, refund_status, counter_id, reference, created_at, version,
       record, amount_minor, currency)
     SELECT unhex(printf('%032x', n)), 1, CASE WHEN ${rare} 0 THEN 'cancelled' WHEN ${rare} 1 THEN 'expired' ELSE 'completed' END,
       iif(${rare} 2, 'completed', NULL), iif(${rare} 3, '${counterId}', 'c'), iif(${rare} 4, 'rare', 'common'),
       ${NEWEST} - n, 2, x'${record}', iif(n = ${MANY - 1}, 1251, 1250), 'USD' FROM series`,
    MANY,
  );
});

async function read(filter: Partial<IntentFilter>, page: number, cursor: IntentPage["next"] = null) {
  let found: IntentPage | null = null;
  const rows = await rowsReadBy(async () => {
    found = await listIntents(db, merchantId, { ...EVERYTHING, ...filter }, { page, limit: 10, cursor }, NOW);
  });
  if (found === null) throw new Error("the page is too far");
  return { ...(found as IntentPage), rows };
}

describe("a list of 20,000 archived intents", () => {
  it.each<[string, () => Partial<IntentFilter>]>([
    ["no filter", () => ({})],
    ["a rare status", () => ({ status: "cancelled" })],
    ["a common status", () => ({ status: "completed" })],
    ["expired ones", () => ({ status: "expired" })],
    ["refunded ones", () => ({ refundStatus: "completed" })],
    ["a rare counter", () => ({ counterId })],
    ["a rare reference", () => ({ reference: "rare" })],
    ["a common reference", () => ({ reference: "common" })],
    ["a period", () => ({ createdFrom: NEWEST - MANY, createdTo: NEWEST - MANY / 2 })],
  ])("with %s reads at most 50 rows more than it shows, and continues where it was", async (_, filter) => {
    const first = await read(filter(), 1);
    const second = await read(filter(), 1, first.next);
    const byNumber = await read(filter(), 2);

    expect([first.intents.length, second.intents.length]).toEqual([10, 10]);
    expect(Math.max(first.rows, second.rows)).toBeLessThanOrEqual(10 + MORE_MAX);
    expect(byNumber.intents).toEqual(second.intents);
    const times = [...first.intents, ...second.intents].map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  it("reads at most three times its offset on a page by number", async () => {
    for (const filter of [{}, { reference: "common" }]) {
      const { intents, rows } = await read(filter, 500);
      expect(intents[0]?.createdAt).toBeLessThanOrEqual(NEWEST - 4_990);
      expect(rows).toBeLessThanOrEqual(3 * 4_990 + 10 + 2 * MORE_MAX);
    }
  });

  it("is looked through for an amount up to the last one", async () => {
    const found: IntentPage["intents"] = [];
    let next: IntentPage["next"] = null;
    do {
      const page: Awaited<ReturnType<typeof read>> = await read({ amount: "12.51" }, 1, next);
      expect(page.rows).toBeLessThanOrEqual(4 * SEARCHED_MAX + MORE_MAX);
      found.push(...page.intents);
      next = page.next;
    } while (next !== null);

    expect(found.map(({ createdAt }) => createdAt)).toEqual([NEWEST - MANY + 1]);
  });

  it("finds everything that several filters match", async () => {
    const found: string[] = [];
    let next: IntentPage["next"] = null;
    do {
      const page: Awaited<ReturnType<typeof read>> = await read(
        { reference: "common", status: "cancelled" },
        1,
        next,
      );
      expect(page.rows).toBeLessThanOrEqual(4 * SEARCHED_MAX + MORE_MAX);
      found.push(...page.intents.map(({ id }) => id));
      next = page.next;
    } while (next !== null);

    expect(new Set(found).size).toBe(20);
  });
});
