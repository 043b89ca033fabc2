// The clean-up passes each event once, and reads those that it has kept again only when their time has come.

import { beforeAll, describe, expect, it } from "vitest";
import { emptyDueDeliveries, expireBodies, findOldDeliveries } from "#core/db/operations/clean-up.ts";
import { DAY, HOUR } from "../support/clock.ts";
import { MANY, SERIES } from "../support/many-rows.ts";
import { rowsReadBy } from "../support/query-plans.ts";
import { sharedRows } from "../support/rows.ts";
import { db } from "../support/seeds.ts";

const KEPT = { deliveredMs: 30 * DAY, failedMs: 90 * DAY };
const START = Date.UTC(2026, 10, 22);
const SHOP = "merchant-1";
const PAGE = 500;

async function cleanUp(now: number): Promise<{ passed: number; emptied: number; rows: number }> {
  let passed = 0;
  const bodies = "SELECT count(*) FROM events WHERE payload <> ''";
  const before = await sharedRows.value<number>(bodies);
  const rows = await rowsReadBy(async () => {
    for (;;) {
      const old = await findOldDeliveries(db, SHOP, KEPT, { now, oldest: START - 400 * DAY }, PAGE);
      passed += old.count;
      if (old.first !== null && old.last !== null) {
        await expireBodies(db, SHOP, { first: old.first, last: old.last }, KEPT, now);
      }
      if (old.hasDue === 1) await emptyDueDeliveries(db, SHOP, KEPT, now, PAGE);
      else if (old.count < PAGE) break;
    }
  });
  const emptied = (before ?? 0) - ((await sharedRows.value<number>(bodies)) ?? 0);
  return { passed, emptied, rows };
}

/** All of one minute, 31 days ago: one in ten failed, one in a thousand is still pending. */
beforeAll(async () => {
  const at = START - 31 * DAY;
  const id = `printf('%08x-%04x-7000-8000-%012d', (${at} + n) / 65536, (${at} + n) % 65536, n)`;
  const status = "CASE WHEN n % 1000 = 0 THEN 'pending' WHEN n % 10 = 0 THEN 'failed' ELSE 'delivered' END";
  await sharedRows.run(
    `${SERIES} INSERT INTO events (merchant_id, id, intent_id, sequence, type, actor, payload, created_at, delivery_status,
       attempts, ended_at)
     SELECT '${SHOP}', ${id}, n, 1, 'payment.completed', '', '{}', ${at} + n, ${status}, 1, ${at} + n FROM series`,
    MANY,
  );
});

describe("the clean-up of many events", () => {
  it("reads them twice on the day when they are due, and then none of them until the kept ones are", async () => {
    const first = await cleanUp(START);
    expect(first).toMatchObject({ passed: MANY, emptied: MANY - MANY / 10 });
    expect(first.rows).toBeLessThan(3 * MANY);

    for (const days of [1, 2, 29, 58]) {
      expect(await cleanUp(START + days * DAY)).toMatchObject({ passed: 0, emptied: 0 });
    }
    expect((await cleanUp(START + 40 * DAY)).rows).toBeLessThan(50);

    const later = await cleanUp(START + 59 * DAY + HOUR);
    expect(later).toMatchObject({ passed: 0, emptied: MANY / 10 - MANY / 1_000 });
    expect(later.rows).toBeLessThan(6 * (MANY / 10));
    expect((await cleanUp(START + 60 * DAY)).rows).toBeLessThan(50);
  });
});
