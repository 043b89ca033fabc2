import * as z from "zod/mini";
import { decimalText } from "#core/domain/money.ts";
import { isoTime } from "#core/lib/time.ts";
import { utf8 } from "#core/lib/utf8.ts";
import { nameText } from "#core/wire/shared/fields.ts";
import { Amount, amountFault, Currency, codeOf, minorOf } from "#core/wire/shared/money.ts";
import { named } from "#core/wire/shared/openapi-notes.ts";
import type { Wire } from "#core/wire/shared/wire-types.ts";
import {
  FAVOURITES_BYTES_MAX,
  FAVOURITES_MAX,
  type Favourite,
  type StoredFavourites,
} from "../domain/favourites.ts";

const TOO_LONG = `must take at most ${FAVOURITES_BYTES_MAX} bytes in all: use fewer or shorter names`;

export const FavouritesBody = named(
  "ReplaceFavourites",
  z.pipe(
    z
      .object({
        currency: Currency,
        items: z.array(z.object({ name: nameText(40), price: Amount })).check(z.maxLength(FAVOURITES_MAX)),
      })
      .check(({ value: { currency, items }, issues }) => {
        const refuse = (path: PropertyKey[], message: string) =>
          issues.push({ code: "custom", input: items, path, message });
        const code = codeOf(currency);
        for (const [index, { price }] of items.entries()) {
          const fault = amountFault(price, code);
          if (fault !== null) refuse(["items", index, "price"], fault);
        }
        const isTooLong = () => utf8(JSON.stringify(storedItems(items, code))).length > FAVOURITES_BYTES_MAX;
        if (issues.length === 0 && isTooLong()) refuse(["items"], TOO_LONG);
      }),
    z.transform(({ currency, items }) => {
      const code = codeOf(currency);
      return { currency: code, items: storedItems(items, code) };
    }),
  ),
);

function storedItems(items: readonly { name: string; price: number }[], currency: string): Favourite[] {
  return items.map(({ name, price }) => ({ name, priceMinor: minorOf(price, currency) }));
}

export function presentFavourites(favourites: StoredFavourites | null): Wire<"Favourites"> {
  if (favourites === null) return { currency: null, items: [], updated_at: null };
  const { currency, items, updatedAt } = favourites;
  return {
    currency,
    items: items.map(({ name, priceMinor }) => ({ name, price: decimalText(priceMinor, currency) })),
    updated_at: isoTime(updatedAt),
  };
}
