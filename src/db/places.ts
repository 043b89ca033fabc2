// The databases that have payments. Whatever reads or writes payments takes a Place; everything else is at home.
import { type CellEntry, HOME } from "../domain/cells.ts";
import { placeOfNew, placesOf, placesOfMerchant } from "../domain/placed-id.ts";
import { BoundedCache } from "../lib/cache.ts";
import { type CellSettingsCheck, createCellSettingsCheck } from "./cell-settings.ts";
import type { Place } from "./client.ts";
import { listCells } from "./operations/cell-reports.ts";

/** With their prepared statements, in each isolate. */
const OPEN_CELLS_MAX = 100;

/** What looks for a place throws ConfigError while home refuses CELLS: nothing may seem unknown. */
export interface Places extends CellSettingsCheck {
  home: Place;
  hasCells: boolean;
  named(name: string): Place;
  /** Those that may have this intent or event, the likeliest first: one, but for ids that come from an `Idempotency-Key`. */
  of(id: string): Place[];
  /** Null for an event of a cell that this release does not know. */
  ofEvent(eventId: string): Place | null;
  /** The one for an intent that is new now and whose id comes from an `Idempotency-Key`. */
  ofNew(keyedId: string, now: number): Place;
  /** Those that may have payments of a merchant, the newest first. */
  ofMerchant(merchantId: string): Place[];
  /** The names of all that have payments of anyone: home, then the cells in order. */
  known(): Promise<string[]>;
}

export function createPlaces(
  home: Place,
  cells: readonly CellEntry[],
  openCell: (name: string) => Place,
): Places {
  const settings = createCellSettingsCheck(home, cells);
  const open = new BoundedCache<string, Place>(OPEN_CELLS_MAX);
  const hasCells = cells.length > 0;
  const named = (name: string): Place => {
    if (name === HOME) return home;
    const cell = open.get(name) ?? openCell(name);
    open.set(name, cell);
    return cell;
  };
  const openAll = (names: string[]) => {
    settings.requireAccepted();
    return names.map(named);
  };
  const of = (id: string) => openAll(placesOf(id, cells));
  return {
    home,
    hasCells,
    named,
    ...settings,
    of,
    ofEvent: (eventId) => of(eventId)[0] ?? null,
    ofNew: (keyedId, now) => named(placeOfNew(keyedId, cells, now)),
    ofMerchant: (merchantId) => openAll(placesOfMerchant(merchantId, cells)),
    known: async () => [HOME, ...(hasCells ? await listCells(home) : [])],
  };
}

/** In the first of these places that has it. */
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
  const found = await Promise.all([...byPlace(items, placesFor)].map(([place, some]) => find(place, some)));
  return new Map(found.flatMap((rows) => [...rows]));
}

export function byPlace<Item>(
  items: readonly Item[],
  placesFor: (item: Item) => Place[],
): Map<Place, Item[]> {
  const asked = items.flatMap((item) => placesFor(item).map((place) => ({ place, item })));
  const grouped = Map.groupBy(asked, ({ place }) => place);
  return new Map([...grouped].map(([place, some]) => [place, some.map(({ item }) => item)]));
}
