import { describe, expect, it } from "vitest";
import type { Shard } from "#core/db/client.ts";
import type { Page } from "#core/db/paging.ts";
import type { Cursor } from "#core/domain/cursor.ts";
import { mergePages, newestFirst } from "#core/shards/merge-pages.ts";
import { byShard, createShards, readEach, readMerged } from "#core/shards/shards.ts";

const MERCHANT = "4c9a1f6e-2b7d-4e83-9a50-777666123458";
const CELLS = [
  { digits: 1, since: 0, text: "1" },
  { digits: 8, since: 1, slot: "12345", text: "8@1970-01-01T00:00:01Z/12345" },
];

const shardCalled = (shard: string) => ({ name: shard }) as Shard;
const open = () => createShards(shardCalled("home"), CELLS, shardCalled);
const shards = open().ofMerchant(MERCHANT);

/** A read that takes a turn, and how many were under way at once. */
function meteredRead<Found>(read: (shard: Shard) => Found) {
  let underWay = 0;
  const meter = { most: 0, asked: [] as string[] };
  const metered = async (shard: Shard) => {
    underWay++;
    meter.most = Math.max(meter.most, underWay);
    meter.asked.push(shard.name);
    await Promise.resolve();
    underWay--;
    return read(shard);
  };
  return { meter, metered };
}

describe("the 4,098 shards of a merchant that is spread", () => {
  it("are each read once, 64 at a time, in their order", async () => {
    const { meter, metered } = meteredRead(({ name: shard }) => shard);
    expect(await readEach(shards, metered)).toEqual(shards.map(({ name: shard }) => shard));
    expect(meter).toMatchObject({ most: 64, asked: { length: 4098 } });
  });

  it("give one page, while no more than a few dozen pages are held", async () => {
    const limit = 100;
    const rowsOf = (shard: Shard): Page<Cursor> => {
      const rows = Array.from({ length: limit }, (_, n) => ({ id: `${shard.name}-${n}`, createdAt: n }));
      return { rows: rows.toSorted(newestFirst), next: null };
    };
    const { meter, metered } = meteredRead(rowsOf);
    let held = 0;
    const { rows } = await readMerged(
      shards,
      metered,
      (pages) => {
        held = Math.max(held, pages.length);
        return mergePages(pages, limit, newestFirst);
      },
      limit,
    );
    expect(rows).toEqual(mergePages(shards.map(rowsOf), limit, newestFirst).rows);
    expect([meter.most, held, meter.asked.length]).toEqual([32, 33, 4098]);
  });

  it("are few at a time where each may have very much", async () => {
    const { meter, metered } = meteredRead(() => []);
    await readEach(shards.slice(0, 20), metered, 50_000);
    expect(meter.most).toBe(6);
  });

  it("do not displace the cell that a payment has opened, and are one shard however often they are opened", () => {
    const opened = open();
    const cell = opened.named("12345abc");
    opened.ofMerchant(MERCHANT);
    expect(opened.named("12345abc")).toBe(cell);
    expect(byShard([1, 2], () => opened.ofMerchant(MERCHANT)).size).toBe(4098);
  });
});

it("what is merged of no shards is what nothing merges to", async () => {
  const add = (found: readonly number[]) => found.reduce((sum, each) => sum + each, 0);
  expect(await readMerged([], async () => 1, add, 1)).toBe(0);
  expect(await readMerged(shards.slice(0, 200), async () => 1, add, 1)).toBe(200);
});
