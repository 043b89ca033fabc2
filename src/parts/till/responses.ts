import * as z from "zod/mini";
import { nullable, responseOf, text, time } from "#core/wire/shared/envelope.ts";

const Favourites = z.object({
  currency: nullable(z.string(), "ISO 4217 code of all prices; null where there are none yet."),
  items: z.array(z.object({ name: z.string(), price: text("Decimal text.") })),
  updated_at: nullable(time(), "The last change, by which a till knows that its prices are old."),
});

export const responses = {
  Favourites,
  FavouritesResponse: responseOf("What the counter's tills offer at a tap.", { favourites: Favourites }),
};

type Responses = typeof responses;
declare global {
  interface PartResponses extends Responses {}
}
