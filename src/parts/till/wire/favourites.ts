import * as z from "zod/mini";
import { decimalText } from "#core/domain/money.ts";
import { isoTime } from "#core/lib/time.ts";
import { nameText } from "#core/wire/shared/fields.ts";
import { Amount, amountFault, Currency, codeOf, minorOf } from "#core/wire/shared/money.ts";
import { named } from "#core/wire/shared/openapi-notes.ts";
import type { Wire } from "#core/wire/shared/wire-types.ts";
import { FAVOURITES_BYTES_MAX, FAVOURITES_MAX, type StoredFavourites } from "../domain/favourites.ts";

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
        for (const [index, { price }] of items.entries()) {
          const fault = amountFault(price, codeOf(currency));
          if (fault !== null) refuse(["items", index, "price"], fault);
        }
        if (new TextEncoder().encode(JSON.stringify(items)).length > FAVOURITES_BYTES_MAX)
          refuse(["items"], TOO_LONG);
      }),
    z.transform(({ currency, items }) => {
      const code = codeOf(currency);
      return {
        currency: code,
        items: items.map(({ name, price }) => ({ name, priceMinor: minorOf(price, code) })),
      };
    }),
  ),
);

export function presentFavourites(favourites: StoredFavourites | null): Wire<"Favourites"> {
  if (favourites === null) return { currency: null, items: [], updated_at: null };
  const { currency, items, updatedAt } = favourites;
  return {
    currency,
    items: items.map(({ name, priceMinor }) => ({ name, price: decimalText(priceMinor, currency) })),
    updated_at: isoTime(updatedAt),
  };
}
