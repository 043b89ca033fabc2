// A cell sweeps itself. CELLS is 1 here: new payments are in one of sixteen cells.
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq, inArray } from "drizzle-orm";
import { describe, expect } from "vitest";
import { findIntent } from "#core/db/payment-intents/payment-intents.ts";
import { cellReports, sweepPositions } from "#core/db/schema/operations.ts";
import { webhookEndpoints } from "#core/db/schema/webhooks.ts";
import { beginSweep } from "#core/services/operations/resume-sweep.ts";
import { callCells } from "#core/services/operations/sweep.ts";
import { listSilentCells } from "#core/shards/cell-reports.ts";
import { alarmInMs, emptiedCellOf, eventsIn, fireCellAlarm, loseAlarm } from "../support/cells.ts";
import { DAY, HOUR, MINUTE, moveClock } from "../support/clock.ts";
import { failDatabase, muteLog } from "../support/faults.ts";
import { makeIntent, makePaidIntent } from "../support/intents.ts";
import { it as base } from "../support/it.ts";
import { pay, published } from "../support/objects.ts";
import { makeMerchantWithWebhook, renewMerchant } from "../support/parties.ts";
import { rowsReadBy } from "../support/query-plans.ts";
import { takeMessages } from "../support/queues.ts";
import { useScheduledDeliveries } from "../support/receiver.ts";
import { db, deps } from "../support/seeds.ts";
import { makeKnown } from "../support/spread-payments.ts";

const { queues } = useScheduledDeliveries();
const it = base.extend("cell", async ({ merchant }) => await emptiedCellOf(merchant.id));

/** Moves to the part of the next day that is the merchant's. */
function moveToShare(merchantId: string): void {
  const share = Number.parseInt(merchantId.slice(0, 8), 16) / 2 ** 32;
  moveClock(DAY - (Date.now() % DAY) + Math.ceil(share * DAY));
}

describe("the sweep of a cell", () => {
  it("expires an intent that nobody reads", async ({ merchant, cell }) => {
    const { id } = await makeIntent(merchant);
    moveClock(HOUR);
    await fireCellAlarm(cell);
    await published(id);
    expect(await findIntent(cell, id)).toMatchObject({ status: "expired" });
  });

  it("queues a webhook whose message is lost", async () => {
    const merchant = await makeMerchantWithWebhook({ url: `https://${crypto.randomUUID()}.test/hook` });
    const cell = await emptiedCellOf(merchant.id);
    const { id } = await makePaidIntent(merchant);
    await published(id);
    const [lost] = takeMessages(queues.webhooks, merchant.id);
    await fireCellAlarm(cell);
    expect(takeMessages(queues.webhooks, merchant.id)).toEqual([]);
    moveClock(3 * MINUTE);
    await fireCellAlarm(cell);
    expect(takeMessages(queues.webhooks, merchant.id)).toEqual([
      { merchantId: merchant.id, eventId: lost.eventId, dueAt: Date.now() },
    ]);
  });

  it("empties the bodies of what was delivered 30 days ago", async ({ merchant, cell }) => {
    const { id } = await makePaidIntent(merchant);
    await published(id);
    moveToShare(merchant.id);
    moveClock(32 * DAY);
    await fireCellAlarm(cell);
    expect(await eventsIn(cell, merchant.id)).toMatchObject([{ type: "payment.completed", payload: "" }]);
    const left = cell.select().from(sweepPositions).where(eq(sweepPositions.part, "clean_up"));
    expect(await left).toEqual([]);
  });

  it("cleans up once in ten minutes, however often it comes", async ({ merchant, cell }) => {
    moveToShare(merchant.id);
    const sweepWithQuiet = async () => {
      const quiet = { merchantId: merchant.id, origin: "https://shop.test", failures: 1 };
      await cell
        .insert(webhookEndpoints)
        .values({ ...quiet, lastFailureAt: Date.now() - 31 * DAY })
        .onConflictDoNothing();
      await fireCellAlarm(cell);
      return await cell.$count(webhookEndpoints, eq(webhookEndpoints.merchantId, merchant.id));
    };
    expect(await sweepWithQuiet()).toBe(0);
    expect(await sweepWithQuiet()).toBe(1);
    moveClock(DAY);
    expect(await sweepWithQuiet()).toBe(0);
  });

  it("is named in the log with the part that fails", async ({ merchant: { id: key }, cell }) => {
    const lines = muteLog();
    const part = "clean_up" as const;
    await cell.insert(sweepPositions).values({ part, key, position: {}, updatedAt: Date.now() });
    failDatabase(/cell_reports/);
    moveClock(10 * MINUTE);
    await fireCellAlarm(cell);
    const failed = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "sweep_failed");
    expect(failed.map(({ part, key, cell }) => ({ part, key, cell }))).toEqual(
      expect.arrayContaining([
        { part: "report", cell: cell.name },
        { part, key, cell: cell.name },
      ]),
    );
  });
});

describe("cells that do not report", () => {
  it("all come up, some at a time, without a read of the others", async () => {
    const silent = [..."0123456789"].map((digit) => `5${digit}`);
    await makeKnown([...silent, ...silent.flatMap((cell) => [..."6789abcdef"].map((digit) => cell + digit))]);
    await db.update(cellReports).set({ reportedAt: 1 }).where(inArray(cellReports.cell, silent));
    const list = () => listSilentCells(db, 2, 5);
    const listed = new Set<string>();
    for (let run = 0; run < 50; run++) for (const cell of await list()) listed.add(cell);
    expect([...listed].sort()).toEqual(silent);
    expect(await rowsReadBy(list)).toBeLessThanOrEqual(25);
  });
});

describe("a cell's alarm", () => {
  it("is set again by home once the cell has not reported for 40 minutes", async ({ merchant, cell }) => {
    await makeIntent(merchant);
    await db.update(cellReports).set({ reportedAt: Date.now() }).where(eq(cellReports.cell, cell.name));
    const alarmAfter = async (ms: number) => {
      await loseAlarm(cell);
      moveClock(ms);
      await callCells(beginSweep(deps));
      return await alarmInMs(cell);
    };
    expect(await alarmAfter(41 * MINUTE)).toBe(MINUTE);
    await fireCellAlarm(cell);
    expect(await alarmAfter(40 * MINUTE)).toBeNull();
    expect(await alarmAfter(MINUTE)).toBe(MINUTE);
  });

  it("comes each minute while a payment is open, then every ten minutes", async ({
    merchant,
    cell,
    wallet,
  }) => {
    const { id } = await makeIntent(merchant);
    expect(await alarmInMs(cell)).toBe(MINUTE);
    for (let minute = 0; minute < 3; minute++) {
      moveClock(MINUTE);
      await fireCellAlarm(cell);
      expect(await alarmInMs(cell)).toBe(MINUTE);
    }
    await pay(id, wallet.id);
    await published(id);
    await fireCellAlarm(cell);
    expect(await alarmInMs(cell)).toBe(10 * MINUTE);

    moveClock(MINUTE);
    await makeIntent(await renewMerchant(merchant));
    expect(await alarmInMs(cell), "work begins again").toBe(MINUTE);
  });

  it("is set again by any call once it is lost, but not without tables", async ({ cell }) => {
    await loseAlarm(cell);
    const unused = deps.shards.named("unused");
    for (const each of [cell, unused]) await findIntent(each, crypto.randomUUID());
    expect([await alarmInMs(cell), await alarmInMs(unused)]).toEqual([MINUTE, null]);
    await runInDurableObject(env.CELL_OBJECTS.getByName("unused"), async (object, { storage }) => {
      await object.alarm();
      expect([...storage.kv.list()]).toEqual([]);
    });
  });
});
