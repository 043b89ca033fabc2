// A list of intents reads the rows that it shows and a few more, whatever the many others are.

import { beforeAll, describe, expect, it } from "vitest";
import type { Page } from "#core/db/paging.ts";
import { listIntents, UNFILTERED } from "#core/db/payment-intents/intent-list.ts";
import { type IntentFilter, SEARCHED_MAX } from "#core/db/payment-intents/intent-search.ts";
import type { Cursor } from "#core/domain/cursor.ts";
import type { PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import { MANY, NEWEST_AGE_MS, seedManyIntents } from "../support/many-rows.ts";
import { rowsReadBy } from "../support/query-plans.ts";
import { rowsOf } from "../support/rows.ts";
import { db, seedCounter, seedMerchant } from "../support/seeds.ts";

const MORE_MAX = 50;
const NEWEST = Date.UTC(2026, 10, 22);
const NOW = NEWEST + NEWEST_AGE_MS;

let merchantId: string;
let rareCounter: string;
let commonCounter: string;
let othersCounter: string;

/** All but the hundred oldest have the common values; what is rare is among these. */
beforeAll(async () => {
  merchantId = (await seedMerchant()).id;
  const otherId = (await seedMerchant()).id;
  [rareCounter, commonCounter, othersCounter] = (await Promise.all(
    [merchantId, merchantId, otherId].map(async (owner) => (await seedCounter(owner)).id),
  )) as [string, string, string];
  const rare = (status: number) => `n > ${MANY - 101} AND n % 5 = ${status}`;
  await seedManyIntents(merchantId, NEWEST, {
    status: `CASE WHEN ${rare(0)} THEN 'pending' WHEN ${rare(1)} THEN 'pending_approval'
      WHEN ${rare(2)} THEN 'cancelled' WHEN ${rare(3)} THEN 'expired' ELSE 'completed' END`,
    refund_status: `CASE WHEN ${rare(0)} THEN 'pending' WHEN n > 100 AND n % 2 = 0 THEN 'completed' END`,
    counter_id: `iif(${rare(4)}, '${rareCounter}', '${commonCounter}')`,
    reference: `iif(${rare(4)}, 'rare', 'common')`,
    expires_at: `${NOW} + 1000`,
  });
  await seedManyIntents(otherId, NEWEST - MANY, {
    status: "iif(n % 2, 'expired', 'completed')",
    refund_status: "'pending'",
    counter_id: `'${othersCounter}'`,
    reference: "iif(n < 9000, 'rare', 'common')",
    expires_at: `${NOW} + 1000`,
  });
});

async function read(
  filter: Partial<IntentFilter>,
  { page = 1, limit = 20, cursor = null }: { page?: number; limit?: number; cursor?: Cursor | null } = {},
): Promise<{ intents: PaymentIntent[]; next: Cursor | null; rows: number }> {
  let found: Awaited<ReturnType<typeof listIntents>> = null;
  const rows = await rowsReadBy(async () => {
    found = await listIntents([db], merchantId, { ...UNFILTERED, ...filter }, { page, limit, cursor }, NOW);
  });
  const listed = found as Page<PaymentIntent> | null;
  if (listed === null) throw new Error("the page is too far");
  return { intents: listed.rows, next: listed.next, rows };
}

const single = (): [string, Partial<IntentFilter>, number][] => [
  ["no filter", {}, MANY],
  ["status=pending", { status: "pending" }, 20],
  ["status=pending_approval", { status: "pending_approval" }, 20],
  ["status=completed", { status: "completed" }, MANY - 80],
  ["status=cancelled", { status: "cancelled" }, 20],
  ["status=expired", { status: "expired" }, 20],
  ["refund_status=pending", { refundStatus: "pending" }, 20],
  ["refund_status=completed", { refundStatus: "completed" }, (MANY - 200) / 2],
  ["a rare counter", { counterId: rareCounter }, 20],
  ["a common counter", { counterId: commonCounter }, MANY - 20],
  ["another merchant's counter", { counterId: othersCounter }, 0],
  ["a rare reference", { reference: "rare" }, 20],
  ["a common reference", { reference: "common" }, MANY - 20],
];

describe("a list of many intents reads at most 50 rows more than it shows", () => {
  it.each([
    ["on the first page", {}],
    ["in the middle, with a cursor", { cursor: { createdAt: NEWEST - MANY / 2, id: "g" } }],
    ["with the largest limit", { limit: 100 }],
  ])("%s, with no filter and with each", async (_, position) => {
    for (const [name, filter] of single()) {
      const { intents, rows } = await read(filter, position);
      expect([name, rows <= intents.length + MORE_MAX, rows]).toEqual([name, true, rows]);
    }
  });

  it.each([
    ["from a time on", { createdFrom: NEWEST - MANY / 2 }],
    ["until a time", { createdTo: NEWEST - MANY / 2 }],
    ["of a period", { createdFrom: NEWEST - MANY, createdTo: NEWEST - MANY / 2 }],
  ])("%s, with no filter and with each, and with a cursor as well", async (_, times) => {
    for (const [name, filter] of single()) {
      for (const cursor of [null, { createdAt: NEWEST - MANY + 200, id: "g" }]) {
        const { intents, rows } = await read({ ...filter, ...times }, { cursor });
        expect([name, cursor, rows <= intents.length + MORE_MAX, rows]).toEqual([name, cursor, true, rows]);
      }
    }
  });

  it("and its offset, on a page by number", async () => {
    for (const [name, filter, matches] of single()) {
      for (const page of [2, 500]) {
        const { intents, rows } = await read(filter, { page });
        expect([name, intents.length]).toEqual([name, Math.max(0, Math.min(20, matches - (page - 1) * 20))]);
        expect([name, rows <= (page - 1) * 20 + intents.length + MORE_MAX, rows]).toEqual([name, true, rows]);
      }
    }
  });
});

describe("a single filter", () => {
  it("finds all that match, in order, by cursor and by page", async () => {
    for (const [name, filter, matches] of single()) {
      if (matches > 100) continue;
      const { intents } = await read(filter, { limit: 100 });
      const ids = intents.map(({ id }) => id);
      expect([name, ids.length]).toEqual([name, matches]);
      expect(intents).toEqual(intents.toSorted((a, b) => b.createdAt - a.createdAt));
      const first = await read(filter, { limit: 7 });
      const second = await read(filter, { limit: 7, page: 2 });
      const same = await read(filter, { limit: 7, cursor: first.next });
      expect(second.intents).toEqual(same.intents);
      expect([...first.intents, ...second.intents].map(({ id }) => id)).toEqual(ids.slice(0, 14));
    }
  });
});

describe("an amount", () => {
  it("of which there are none reads at most twice what is looked through, with no filter and with each", async () => {
    for (const [name, filter] of single()) {
      const { intents, rows } = await read({ ...filter, amount: "12.51" });
      expect([name, intents.length, rows <= 2 * SEARCHED_MAX + MORE_MAX, rows]).toEqual([
        name,
        0,
        true,
        rows,
      ]);
    }
  });

  it("that all have stops as soon as the page is full", async () => {
    const { intents, rows } = await read({ amount: "12.50" });

    expect(intents).toHaveLength(20);
    expect(rows).toBeLessThanOrEqual(intents.length + MORE_MAX);
  });

  it("is found in the end, however old the intent is", async () => {
    const oldest = await rowsOf(merchantId).value(
      "UPDATE payment_intents SET amount_minor = 1251 WHERE merchant_id = ?1 AND created_at = ?2 RETURNING id",
      merchantId,
      NEWEST - MANY + 1,
    );
    const found: string[] = [];
    let cursor: Cursor | null = null;
    do {
      const page: Awaited<ReturnType<typeof read>> = await read({ amount: "12.51" }, { cursor });
      found.push(...page.intents.map(({ id }) => id));
      cursor = page.next;
    } while (cursor !== null);

    expect(found).toEqual([oldest]);
  });
});

describe("a combination of filters", () => {
  const combined = () => ({ counterId: commonCounter, status: "cancelled" as const });

  it("reads at most twice what it looks through", async () => {
    const { intents, next, rows } = await read(combined());

    expect(intents).toEqual([]);
    expect(next).not.toBeNull();
    expect(rows).toBeLessThanOrEqual(2 * SEARCHED_MAX + MORE_MAX);
  });

  it("finds everything in the end", async () => {
    const found: string[] = [];
    let cursor: Cursor | null = null;
    let requests = 0;
    do {
      const page: Awaited<ReturnType<typeof read>> = await read(combined(), { cursor });
      found.push(...page.intents.map(({ id }) => id));
      cursor = page.next;
      requests += 1;
    } while (cursor !== null);

    expect(found).toHaveLength(20);
    expect(requests).toBeLessThan(MANY / SEARCHED_MAX + 3);
  });

  it("stops as soon as the page is full", async () => {
    const { intents, rows } = await read({ counterId: commonCounter, status: "completed" });

    expect(intents).toHaveLength(20);
    expect(rows).toBeLessThanOrEqual(intents.length + MORE_MAX);
  });

  it("has pages by number within what it looks through, and none beyond", async () => {
    const list = (page: number) =>
      listIntents(
        [db],
        merchantId,
        { ...UNFILTERED, counterId: commonCounter, status: "completed" },
        { page, limit: 100, cursor: null },
        NOW,
      );
    const [second, last, beyond] = [await list(2), await list(10), await list(12)];

    expect(second?.rows.map(({ createdAt }) => createdAt)).toEqual(
      Array.from({ length: 100 }, (_, index) => NEWEST - 100 - index),
    );
    expect(last?.rows).toHaveLength(100);
    expect(beyond).toBeNull();
  });
});
