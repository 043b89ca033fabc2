import type { PartOpenApi } from "#core/part.ts";
import { responses } from "./responses.ts";

export const openapi = {
  responses,
  words: {
    getFavourites: ["Read a counter's favourites", "A till reads its own counter's alone."],
    replaceFavourites: ["Set a counter's favourites", "All of them at once, in at most 4 KB."],
  },
  componentExamples: {
    Favourites: { currency: "USD", items: [{ name: "Coffee", price: "4.50" }] },
  },
} satisfies PartOpenApi;
