// The databases that have payments. Whatever reads or writes payments takes a Place; everything else is at home.
import { type CellEntry, HOME, WALLET_CELL } from "#core/domain/cells.ts";
import { CLOCK_SKEW_MS, digitsAt, placeOfNew, placesOf, placesOfMerchant } from "#core/domain/placed-id.ts";
import { BoundedCache } from "#core/lib/cache.ts";
import { portionsOf } from "#core/lib/portions.ts";
import { sha256Hex } from "#core/lib/secrets.ts";
import type { Place } from "./client.ts";
import { createSettingsCheck, type LastingSettings, type SettingsCheck } from "./lasting-settings.ts";
import { listCells } from "./operations/cell-reports.ts";

/** Each isolate keeps so many with their prepared statements. */
const OPEN_CELLS_MAX = 100;
/** Home, and a cell for each number of digits: a merchant with more places is spread. */
const FEW_PLACES = 6;
/** How many places are asked at a time, and for how many rows in all: an isolate has 128 MB. */
const PLACES_AT_ONCE = 64;
const ROWS_AT_ONCE = 3_200;

/** What looks for a place throws ConfigError while home refuses CELLS or JURISDICTION: nothing may seem unknown. */
export interface Places extends SettingsCheck {
  home: Place;
  hasCells: boolean;
  /** From then on there are cells, epoch milliseconds; infinite without any. */
  cellsSince: number;
  named(name: string): Place;
  /** Many displace none that payments use. */
  allNamed(names: readonly string[]): Place[];
  /**
   * Returns those that may have this intent, event or till's session, the likeliest first: one, but for ids that come from an
   * `Idempotency-Key`.
   */
  of(id: string): Place[];
  /** Returns null for an event of a cell that this release does not know. */
  ofEvent(eventId: string): Place | null;
  /** The one for an intent that is new now. */
  ofNew(id: string, now: number): Place;
  /** Returns those that may have payments of a merchant, the newest first. */
  ofMerchant(merchantId: string): Place[];
  /** The cell in which a wallet has where it was asked. */
  ofWallet(walletId: string): Promise<Place>;
  /** Whether the merchant has registered too late to have intents at home. */
  hasOnlyCells(merchant: { id: string; createdAt: number }): boolean;
  /** The names of all that have payments of anyone: home, then the cells in order. */
  known(): Promise<string[]>;
}

export function createPlaces(
  home: Place,
  cells: readonly CellEntry[],
  openCell: (name: string) => Place,
  jurisdiction: LastingSettings["jurisdiction"] = null,
): Places {
  const settings = createSettingsCheck(home, { cells, jurisdiction });
  const open = new BoundedCache<string, Place>(OPEN_CELLS_MAX);
  const hasCells = cells.length > 0;
  const opened = (name: string) => (name === HOME ? home : (open.get(name) ?? openCell(name)));
  const named = (name: string): Place => {
    const place = opened(name);
    if (place !== home) open.set(name, place);
    return place;
  };
  const allNamed = (names: readonly string[]) => {
    settings.requireAccepted();
    return names.map(names.length <= FEW_PLACES ? named : opened);
  };
  const of = (id: string) => allNamed(placesOf(id, cells));
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
      return named(placeOfNew(id, cells, now));
    },
    ofMerchant: (merchantId) => allNamed(placesOfMerchant(merchantId, cells)),
    async ofWallet(walletId) {
      settings.requireAccepted();
      // One of 65,536, whatever `CELLS` says: nothing of a wallet ever moves. They are too many to be kept open.
      return opened(WALLET_CELL + (await sha256Hex(walletId)).slice(0, 4));
    },
    hasOnlyCells: ({ id, createdAt }) => digitsAt(id, cells, createdAt - CLOCK_SKEW_MS) > 0,
    known: async () => [HOME, ...(hasCells ? await listCells(home) : [])],
  };
}

export function isSpread(places: readonly Place[]): boolean {
  return places.length > FEW_PLACES;
}

/** Works like `Promise.all`, but on some at a time. `rows`: at most so many come from each. */
export async function readEach<From, Found>(
  sources: readonly From[],
  read: (source: From) => Promise<Found>,
  rows = 1,
): Promise<Found[]> {
  const found: Found[] = [];
  for (const some of portionsOf(sources, sizeFor(rows))) found.push(...(await Promise.all(some.map(read))));
  return found;
}

/** Reads what would be too much of all of these: `merge` is also given what it has returned for those before. */
export async function readMerged<Found>(
  places: readonly Place[],
  read: (place: Place) => Promise<Found>,
  merge: (found: readonly Found[]) => Found,
  rows: number,
): Promise<Found> {
  let merged: Found[] = [];
  for (const some of portionsOf(places, sizeFor(rows))) {
    merged = [merge([...merged, ...(await Promise.all(some.map(read)))])];
  }
  return merged[0] ?? merge([]);
}

function sizeFor(rows: number): number {
  return Math.max(FEW_PLACES, Math.min(PLACES_AT_ONCE, Math.floor(ROWS_AT_ONCE / rows)));
}

/** Asks these places one by one until one has it. */
export async function findFirst<Found>(
  places: Iterable<Place>,
  find: (place: Place) => Promise<Found | null>,
): Promise<Found | null> {
  for (const place of places) {
    const found = await find(place);
    if (found !== null) return found;
  }
  return null;
}

/** What the places have of these, by key. Each place is asked once, for all that it may have. */
export async function findInPlaces<Item, Row>(
  items: readonly Item[],
  placesFor: (item: Item) => Place[],
  find: (place: Place, items: Item[]) => Promise<Map<string, Row>>,
): Promise<Map<string, Row>> {
  const found = await readEach([...byPlace(items, placesFor)], ([place, some]) => find(place, some));
  return new Map(found.flatMap((rows) => [...rows]));
}

export function byPlace<Item>(
  items: readonly Item[],
  placesFor: (item: Item) => Place[],
): Map<Place, Item[]> {
  const asked = items.flatMap((item) => placesFor(item).map((place) => ({ place, item })));
  // The name groups them, because a cell that is not kept open is another object each time.
  const grouped = [...Map.groupBy(asked, ({ place }) => place.place).values()];
  return new Map(
    grouped.flatMap((some) => some.slice(0, 1).map(({ place }) => [place, some.map(({ item }) => item)])),
  );
}
