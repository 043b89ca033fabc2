// The databases that have payments. Whatever reads or writes payments takes a Place; everything else is at home.
import { type Cells, HOME } from "../domain/cells.ts";
import { placeOfNew, placesOf, placesOfMerchant } from "../domain/placed-id.ts";
import { BoundedCache } from "../lib/cache.ts";
import type { Place } from "./client.ts";

/** With their prepared statements, in each isolate. */
const OPEN_CELLS_MAX = 100;

export interface Places {
  home: Place;
  named(name: string): Place;
  /** Those that may have this intent or event, the likeliest first: one, but for ids that come from an `Idempotency-Key`. */
  of(id: string): Place[];
  /** The one for an intent that is new now and whose id comes from an `Idempotency-Key`. */
  ofNew(keyedId: string, now: number): Place;
  /** Those that may have payments of a merchant, the newest first. */
  ofMerchant(merchantId: string): Place[];
}

export function createPlaces(home: Place, cells: Cells, openCell: (name: string) => Place): Places {
  const open = new BoundedCache<string, Place>(OPEN_CELLS_MAX);
  const named = (name: string): Place => {
    if (name === HOME) return home;
    const cell = open.get(name) ?? openCell(name);
    open.set(name, cell);
    return cell;
  };
  return {
    home,
    named,
    of: (id) => placesOf(id, cells).map(named),
    ofNew: (keyedId, now) => named(placeOfNew(keyedId, cells, now)),
    ofMerchant: (merchantId) => placesOfMerchant(merchantId, cells).map(named),
  };
}
