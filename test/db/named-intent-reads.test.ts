// A search by number or by the beginning of an id reads at most 2,000 rows in a shard, however many payments there are.
import { beforeAll, describe, expect, it } from "vitest";
import type { Page } from "#core/db/paging.ts";
import { listIntents, UNFILTERED } from "#core/db/payment-intents/intent-list.ts";
import type { IntentFilter } from "#core/db/payment-intents/intent-search.ts";
import type { Cursor } from "#core/domain/cursor.ts";
import type { PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import { numberOf } from "#core/lib/numbers.ts";
import { DAY, HOUR } from "../support/clock.ts";
import { seedManyIntents } from "../support/many-rows.ts";
import { rowsReadBy } from "../support/query-plans.ts";
import { rowsOf } from "../support/rows.ts";
import { db, seedMerchant } from "../support/seeds.ts";

const ROWS_MAX = 2_000;
const NOW = Date.UTC(2026, 10, 22, 14);

async function read(merchantId: string, filter: Partial<IntentFilter>, cursor: Cursor | null = null) {
  let found: Page<PaymentIntent> | null = null;
  const rows = await rowsReadBy(async () => {
    const position = { page: 1, limit: 20, cursor };
    found = await listIntents([db], merchantId, { ...UNFILTERED, ...filter }, position, NOW);
  });
  expect(rows).toBeLessThanOrEqual(ROWS_MAX);
  return found as unknown as Page<PaymentIntent>;
}

const positionsOf = async (merchantId: string) => {
  const sql = `SELECT id, created_at AS createdAt FROM payment_intents WHERE merchant_id = ? ORDER BY created_at DESC LIMIT 2000`;
  return await rowsOf(merchantId).all<Cursor>(sql, merchantId);
};

describe("of many payments, within two hours of each of 31 days", () => {
  let merchantId: string;

  beforeAll(async () => {
    merchantId = (await seedMerchant()).id;
    await seedManyIntents(merchantId, NOW, {
      status:
        "CASE n % 5 WHEN 0 THEN 'pending' WHEN 1 THEN 'cancelled' WHEN 2 THEN 'expired' ELSE 'completed' END",
      expires_at: `${NOW} + 1000`,
    });
    const age = `(${NOW} - created_at)`;
    const at = `${NOW} - ${age} % 31 * ${DAY} - ${age} * 7919 % ${2 * HOUR}`;
    await rowsOf(merchantId).run(
      `UPDATE payment_intents SET created_at = ${at} WHERE merchant_id = ?`,
      merchantId,
    );
  });

  it("a number is found at once, with at most 2,000 rows; on a day that is named, with far fewer", async () => {
    for (const intent of (await positionsOf(merchantId)).slice(0, 20)) {
      const number = numberOf(intent);
      const { rows, next } = await read(merchantId, { number });
      expect([rows.map(({ id }) => id).includes(intent.id), next]).toEqual([true, null]);
      const day = { createdFrom: intent.createdAt - DAY, createdTo: intent.createdAt + 1 };
      const onDay = await read(merchantId, { number, ...day });
      expect(onDay.rows.map(({ id }) => id)).toContain(intent.id);
    }
  });
});

describe("of many payments, a millisecond apart", () => {
  let merchantId: string;
  let newest: Cursor[];

  beforeAll(async () => {
    merchantId = (await seedMerchant()).id;
    await seedManyIntents(merchantId, NOW - 400 * DAY, {});
    newest = await positionsOf(merchantId);
  });

  async function findAll(filter: Partial<IntentFilter>): Promise<string[]> {
    const found: string[] = [];
    let cursor: Cursor | null = null;
    do {
      const page: Page<PaymentIntent> = await read(merchantId, filter, cursor);
      found.push(...page.rows.map(({ id }) => id));
      expect(page.next?.createdAt ?? 0).toBeLessThan(cursor?.createdAt ?? Number.POSITIVE_INFINITY);
      cursor = page.next;
    } while (cursor !== null);
    return found;
  }

  it("the beginning of an id is found in the end, in the order of the list", async () => {
    for (const { id } of [newest[0], newest[700], newest[1999]] as Cursor[]) {
      expect(await findAll({ idPrefix: id.slice(0, 15) })).toContain(id);
      expect(await findAll({ idPrefix: id })).toEqual([id]);
    }
    // It is the beginning of 4,096 of them, of which each page looks through a thousand.
    const beginning = newest[1500]?.id.slice(0, 10) ?? "";
    const alike = await findAll({ idPrefix: beginning });
    const all = await rowsOf(merchantId).all<Cursor>(
      "SELECT id FROM payment_intents WHERE merchant_id = ? AND substr(id, 1, 10) = ? ORDER BY created_at DESC",
      merchantId,
      beginning,
    );
    expect(alike).toEqual(all.map(({ id }) => id));
    expect(alike.length).toBeGreaterThan(1500);
  });
});
