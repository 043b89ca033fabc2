// The databases that have payments. Whatever reads or writes payments takes a Shard; everything else is at home.

import type { Shard } from "#core/db/client.ts";
import { type CellEntry, HOME, WALLET_CELL } from "#core/domain/shards/cells.ts";
import {
  CLOCK_SKEW_MS,
  digitsAt,
  shardOfNew,
  shardsOf,
  shardsOfMerchant,
} from "#core/domain/shards/shard-ids.ts";
import { BoundedCache } from "#core/lib/cache.ts";
import { chunksOf } from "#core/lib/chunks.ts";
import { sha256Hex } from "#core/lib/secrets.ts";
import { listCells } from "./cell-reports.ts";
import { createSettingsCheck, type LastingSettings, type SettingsCheck } from "./lasting-settings.ts";

/** Each isolate keeps so many with their prepared statements. */
const OPEN_CELLS_MAX = 100;
/** Home, and a cell for each number of digits: a merchant with more shards is spread. */
const FEW_SHARDS = 6;
/** How many shards are asked at a time, and for how many rows in all: an isolate has 128 MB. */
const SHARDS_AT_ONCE = 64;
const ROWS_AT_ONCE = 3_200;

/** What looks for a shard throws ConfigError while home refuses CELLS or JURISDICTION: nothing may seem unknown. */
export interface Shards extends SettingsCheck {
  home: Shard;
  hasCells: boolean;
  /** From then on there are cells, epoch milliseconds; infinite without any. */
  cellsSince: number;
  named(name: string): Shard;
  /** Many displace none that payments use. */
  allNamed(names: readonly string[]): Shard[];
  /**
   * Returns those that may have this intent, event or till's session, the likeliest first: one, but for ids that come from an
   * `Idempotency-Key`.
   */
  of(id: string): Shard[];
  /** Returns null for an event of a cell that this release does not know. */
  ofEvent(eventId: string): Shard | null;
  /** The one for an intent that is new now. */
  ofNew(id: string, now: number): Shard;
  /** Returns those that may have payments of a merchant, the newest first. */
  ofMerchant(merchantId: string): Shard[];
  /** The cell in which a wallet has where it was asked. */
  ofWallet(walletId: string): Promise<Shard>;
  /** Whether the merchant has registered too late to have intents at home. */
  hasOnlyCells(merchant: { id: string; createdAt: number }): boolean;
  /** The names of all that have payments of anyone: home, then the cells in order. */
  known(): Promise<string[]>;
}

export function createShards(
  home: Shard,
  cells: readonly CellEntry[],
  openCell: (name: string) => Shard,
  jurisdiction: LastingSettings["jurisdiction"] = null,
): Shards {
  const settings = createSettingsCheck(home, { cells, jurisdiction });
  const open = new BoundedCache<string, Shard>(OPEN_CELLS_MAX);
  const hasCells = cells.length > 0;
  const opened = (name: string) => (name === HOME ? home : (open.get(name) ?? openCell(name)));
  const named = (name: string): Shard => {
    const shard = opened(name);
    if (shard !== home) open.set(name, shard);
    return shard;
  };
  const allNamed = (names: readonly string[]) => {
    settings.requireAccepted();
    return names.map(names.length <= FEW_SHARDS ? named : opened);
  };
  const of = (id: string) => allNamed(shardsOf(id, cells));
  return {
    home,
    hasCells,
    cellsSince: cells[0]?.since ?? Number.POSITIVE_INFINITY,
    named,
    allNamed,
    ...settings,
    of,
    ofEvent: (eventId) => of(eventId)[0] ?? null,
    ofNew(id, now) {
      settings.requireAccepted();
      return named(shardOfNew(id, cells, now));
    },
    ofMerchant: (merchantId) => allNamed(shardsOfMerchant(merchantId, cells)),
    async ofWallet(walletId) {
      settings.requireAccepted();
      // One of 65,536, whatever `CELLS` says: nothing of a wallet ever moves. They are too many to be kept open.
      return opened(WALLET_CELL + (await sha256Hex(walletId)).slice(0, 4));
    },
    hasOnlyCells: ({ id, createdAt }) => digitsAt(id, cells, createdAt - CLOCK_SKEW_MS) > 0,
    known: async () => [HOME, ...(hasCells ? await listCells(home) : [])],
  };
}

export function isSpread(shards: readonly Shard[]): boolean {
  return shards.length > FEW_SHARDS;
}

/** Works like `Promise.all`, but on some at a time. `rows`: at most so many come from each. */
export async function readEach<From, Found>(
  sources: readonly From[],
  read: (source: From) => Promise<Found>,
  rows = 1,
): Promise<Found[]> {
  const found: Found[] = [];
  for (const some of chunksOf(sources, sizeFor(rows))) found.push(...(await Promise.all(some.map(read))));
  return found;
}

/** Reads what would be too much of all of these: `merge` is also given what it has returned for those before. */
export async function readMerged<Found>(
  shards: readonly Shard[],
  read: (shard: Shard) => Promise<Found>,
  merge: (found: readonly Found[]) => Found,
  rows: number,
): Promise<Found> {
  let merged: Found[] = [];
  for (const some of chunksOf(shards, sizeFor(rows))) {
    merged = [merge([...merged, ...(await Promise.all(some.map(read)))])];
  }
  return merged[0] ?? merge([]);
}

function sizeFor(rows: number): number {
  return Math.max(FEW_SHARDS, Math.min(SHARDS_AT_ONCE, Math.floor(ROWS_AT_ONCE / rows)));
}

/** Asks these shards one by one until one has it. */
export async function findFirst<Found>(
  shards: Iterable<Shard>,
  find: (shard: Shard) => Promise<Found | null>,
): Promise<Found | null> {
  for (const shard of shards) {
    const found = await find(shard);
    if (found !== null) return found;
  }
  return null;
}

/** What the shards have of these, by key. Each shard is asked once, for all that it may have. */
export async function findInShards<Item, Row>(
  items: readonly Item[],
  shardsFor: (item: Item) => Shard[],
  find: (shard: Shard, items: Item[]) => Promise<Map<string, Row>>,
): Promise<Map<string, Row>> {
  const found = await readEach([...byShard(items, shardsFor)], ([shard, some]) => find(shard, some));
  return new Map(found.flatMap((rows) => [...rows]));
}

export function byShard<Item>(
  items: readonly Item[],
  shardsFor: (item: Item) => Shard[],
): Map<Shard, Item[]> {
  const asked = items.flatMap((item) => shardsFor(item).map((shard) => ({ shard, item })));
  // The name groups them, because a cell that is not kept open is another object each time.
  const grouped = [...Map.groupBy(asked, ({ shard }) => shard.name).values()];
  return new Map(
    grouped.flatMap((some) => some.slice(0, 1).map(({ shard }) => [shard, some.map(({ item }) => item)])),
  );
}
