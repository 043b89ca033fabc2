/** What one counter's favourites take at most, as the JSON that is stored. */
export const FAVOURITES_BYTES_MAX = 4_096;
export const FAVOURITES_MAX = 60;

export interface Favourite {
  name: string;
  priceMinor: number;
}

/** What a till offers at a tap, all in one currency. */
export interface Favourites {
  currency: string;
  items: readonly Favourite[];
}

export interface StoredFavourites extends Favourites {
  /** When they were last changed; an open till compares it with what it shows. */
  updatedAt: number;
}
