// The operations that favourites need, by the names of the OpenAPI document, with which a test compares them.
export const API = "/merchant/api/v1";

export const OPERATIONS = {
  getFavourites: ["GET /counters/{counterID}/favourites", "FavouritesResponse"],
  replaceFavourites: ["PUT /counters/{counterID}/favourites", "FavouritesResponse"],
} as const;
