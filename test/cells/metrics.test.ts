// GET /metrics shows home as it is, and each cell as it has last reported.
import { env } from "cloudflare:workers";
import { describe, expect, vi } from "vitest";
import type { Shard } from "#core/db/client.ts";
import { unfinishedWork } from "#core/db/schema/operations.ts";
import { sweepEventCounts } from "#core/services/operations/count-events.ts";
import { beginSweep } from "#core/services/operations/resume-sweep.ts";
import { cellOf, fireCellAlarm, idInCell, loseAlarm } from "../support/cells.ts";
import { HOUR, MINUTE, moveClock, SECOND, useStoppedClock } from "../support/clock.ts";
import { countQueries } from "../support/count-queries.ts";
import { it } from "../support/it.ts";
import { grown, samples } from "../support/metrics.ts";
import { deps } from "../support/seeds.ts";
import {
  type SpreadMerchant,
  seedIntentIn,
  seedPaidIn,
  seedSpreadMerchant,
} from "../support/spread-payments.ts";

useStoppedClock();

const REPORT_AGE = "payments_cell_report_oldest_seconds";
const OLDEST_PAYMENT = 'payments_operation_oldest_seconds{operation="payment"}';
const COMPLETED = 'payments_intents_total{status="completed"}';
const unfinished = (seconds: number) =>
  `payments_operations_unfinished{operation="payment",older_than_seconds="${seconds}"}`;

async function seedIn(cell: string): Promise<SpreadMerchant> {
  const id = idInCell(cell);
  await loseAlarm(cellOf(id));
  return await seedSpreadMerchant({ id });
}

const countHome = () => sweepEventCounts(beginSweep(deps));

async function seedUnfinished(shard: Shard, merchantId: string, ageMs: number): Promise<void> {
  const { id: intentId } = await seedIntentIn(shard, merchantId);
  await shard
    .insert(unfinishedWork)
    .values({ intentId, merchantId, work: "payment", since: Date.now() - ageMs });
}

describe("GET /metrics with cells", () => {
  it("adds what home has and what the cells have reported", async () => {
    const [one, two] = [await seedIn("1"), await seedIn("2")];
    await countHome();
    const before = await samples();
    expect(before.get(REPORT_AGE), "of cells that have not reported").toBeLessThan(60);
    const { home } = one;
    await seedUnfinished(home, one.merchant.id, 2 * MINUTE);
    await seedUnfinished(one.cell, one.merchant.id, 10 * MINUTE);
    await seedUnfinished(two.cell, two.merchant.id, 30 * SECOND);
    for (const shard of [home, one.cell])
      await seedPaidIn(shard, one.merchant.id, { createdAt: Date.now() - SECOND });
    await seedPaidIn(two.cell, two.merchant.id, { createdAt: Date.now() - SECOND });
    moveClock(MINUTE + SECOND);
    await countHome();
    for (const { cell } of [one, two]) await fireCellAlarm(cell);

    expect(grown(before, await samples())).toMatchObject({
      'payments_intents_open{status="pending"}': 3,
      [unfinished(0)]: 3,
      [unfinished(60)]: 3,
      [unfinished(600)]: 1,
      [OLDEST_PAYMENT]: 661,
      [COMPLETED]: 3,
      'payments_webhook_events_total{delivery="delivered"}': 3,
      'payments_time_to_pay_seconds_bucket{le="2"}': 3,
      payments_time_to_pay_seconds_sum: 3,
    });
  });

  it("shows a cell's reports, about ten minutes apart, and how old the oldest is", async () => {
    const [one, two] = [await seedIn("1"), await seedIn("2")];
    moveClock(HOUR);
    for (const { cell } of [one, two]) await fireCellAlarm(cell);
    const before = await samples();
    expect(before.get(REPORT_AGE)).toBe(0);
    await seedPaidIn(one.cell, one.merchant.id, { createdAt: Date.now() });
    moveClock(2 * MINUTE);
    await fireCellAlarm(one.cell);
    expect((await samples()).get(COMPLETED)).toBe(before.get(COMPLETED));
    moveClock(8 * MINUTE);
    await fireCellAlarm(one.cell);

    const growth = grown(before, await samples());
    expect(growth).toMatchObject({ [COMPLETED]: 1, [REPORT_AGE]: 600 });
  });

  it("has a report of a cell in which nothing is new every twenty minutes, in one call of D1", async () => {
    const { merchant, cell } = await seedIn("3");
    await seedPaidIn(cell, merchant.id, { createdAt: Date.now() });
    moveClock(HOUR);
    await fireCellAlarm(cell);
    const home = countQueries();
    const batches = vi.mocked(env.DB.batch);
    const calls: number[] = [];
    for (let sweep = 0; sweep < 6; sweep++) {
      moveClock(10 * MINUTE);
      await fireCellAlarm(cell);
      expect(home.queries, "a batch of two").toBe(2 * batches.mock.calls.length);
      calls.push(batches.mock.calls.length);
    }
    expect(calls).toEqual([0, 1, 1, 2, 2, 3]);
  });
});
