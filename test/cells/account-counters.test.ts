// A cell's copy of an account has any number of counters, active or not. CELLS is 1 here.
import { and, eq, gte } from "drizzle-orm";
import { describe, expect, inject, it, vi } from "vitest";
import type { Shard } from "#core/db/client.ts";
import { copyAccount, listStaleAccounts, renewCopies } from "#core/db/merchants/account-copies.ts";
import { changeMerchantStop, findMerchant } from "#core/db/merchants/merchants.ts";
import { counters } from "#core/db/schema/counters.ts";
import { cloneRows } from "../bench/clone-rows.ts";
import { cellOf, holdWrites } from "../support/cells.ts";
import { interceptDatabase } from "../support/faults.ts";
import { db, deps, seedCounter, seedMerchant } from "../support/seeds.ts";

const { shards } = deps;

/** A parameter holds the ids of 51,283 at most. */
const MANY = inject("longTests") ? 52_000 : 6_000;

const countersIn = (shard: Shard, { id }: { id: string }) =>
  shard.select().from(counters).where(eq(counters.merchantId, id)).orderBy(counters.id);

/** Their ids are numbers of eight digits. */
const seedCountersLike = (sampleId: string, count: number) =>
  cloneRows(db.$client, { table: "counters", sampleId, count, values: { id: "printf('%08d', i)" } });

describe("a copy", () => {
  it("has hundreds of counters, and writes only those that change", async () => {
    const merchant = await seedMerchant();
    const cell = cellOf(merchant.id);
    const { id } = await seedCounter(merchant.id, { name: "Kasse „1“", webhookEvents: [] });
    await seedCountersLike(id, 601);
    await copyAccount(shards, merchant.id, cell);
    expect(await countersIn(cell, merchant)).toEqual(await countersIn(db, merchant));

    await db.update(counters).set({ name: "Till 2" }).where(eq(counters.id, id));
    await db.delete(counters).where(eq(counters.id, "00000600"));
    const written = vi.spyOn(cell, "batch");
    await renewCopies(shards, merchant.id);
    expect(await countersIn(cell, merchant)).toEqual(await countersIn(db, merchant));
    const pages = await Promise.all(written.mock.results.map(({ value }) => value as Promise<D1Result[]>));
    // After the version: the merchant, the counters that are gone, and those that differ, in their table and two indexes.
    const rowsWritten = pages.map((page) => page.slice(2, 5).map(({ meta }) => meta.rows_written));
    expect(rowsWritten.map(([, ...ofCounters]) => ofCounters)).toEqual([
      [0, 0],
      [0, 0],
      [1, 3],
    ]);
    expect(rowsWritten.map(([ofMerchant]) => ofMerchant)).toEqual([0, 0, 0]);
  });

  it("of an account with more counters than a parameter holds is made by pages, with the merchant's row the first that has it", async () => {
    const merchant = await seedMerchant();
    const cell = cellOf(merchant.id);
    const { id } = await seedCounter(merchant.id, { status: "inactive" });
    await seedCountersLike(id, MANY);
    let longest = 0;
    interceptDatabase(/account_copies/, async (run, _, parameters) => {
      longest = Math.max(longest, ...parameters.map((each) => String(each).length));
      return await run();
    });
    await copyAccount(shards, merchant.id, cell);
    await changeMerchantStop(db, merchant.id, { stop: "suspension", reason: "Fraud", now: Date.now() });
    const written = vi.spyOn(cell, "batch");
    const renewed = renewCopies(shards, merchant.id);
    await expect.poll(() => written.mock.calls.length).toBeGreaterThan(1);
    expect((await findMerchant(cell, merchant.id))?.suspendedAt).not.toBeNull();
    await renewed;
    expect(await cell.$count(counters, eq(counters.merchantId, merchant.id))).toBe(MANY + 1);
    expect(longest, "characters of a parameter").toBeLessThan(200_000);
    expect(await listStaleAccounts(db, "", 100)).not.toContain(merchant.id);
  });

  it("by pages has no merchant before it has all counters, and is made anew when another overtakes it", async () => {
    const merchant = await seedMerchant();
    const cell = cellOf(merchant.id);
    const { id } = await seedCounter(merchant.id);
    await seedCountersLike(id, 300);
    const { held, release } = holdWrites(cell, 2);
    const first = copyAccount(shards, merchant.id, cell);
    await expect.poll(() => held).toHaveBeenCalledTimes(2);
    expect(await countersIn(cell, merchant)).toHaveLength(250);
    expect(await findMerchant(cell, merchant.id)).toBeNull();
    await db.delete(counters).where(and(eq(counters.merchantId, merchant.id), gte(counters.id, "00000200")));
    await renewCopies(shards, merchant.id);
    release();
    await first;
    expect(await countersIn(cell, merchant)).toEqual(await countersIn(db, merchant));
    expect(await findMerchant(cell, merchant.id)).not.toBeNull();
  });
});
