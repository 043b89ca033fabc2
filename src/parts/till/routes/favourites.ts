// What the tills of a counter offer at a tap.
import { Hono } from "hono";
import type { AppEnv } from "#core/http/app-env.ts";
import { asMerchantOrTill, asOwner } from "#core/http/auth.ts";
import { describe } from "#core/http/describe.ts";
import { orThrow, refusalError } from "#core/http/refusals.ts";
import { actorOf, pathId } from "#core/http/request.ts";
import { respond } from "#core/http/response.ts";
import { tillCounterOf } from "#core/http/session.ts";
import { jsonBody } from "#core/http/validate.ts";
import { readFavourites, replaceFavourites } from "../services/favourites.ts";
import { FavouritesBody, presentFavourites } from "../wire/favourites.ts";

export const favourites = new Hono<AppEnv>()
  .get(
    "/",
    describe("Counters", { id: "getFavourites", responds: { 200: "FavouritesResponse" } }),
    asMerchantOrTill,
    async (c) => {
      const counterId = pathId(c, "counterID");
      if ((tillCounterOf(c) ?? counterId) !== counterId) throw refusalError("counter_not_found");
      const found = orThrow(
        await readFavourites(c.get("deps"), { merchantId: c.get("merchantId"), counterId }),
      );
      return respond<"FavouritesResponse">(c, { favourites: presentFavourites(found) });
    },
  )
  .put(
    "/",
    describe("Counters", {
      id: "replaceFavourites",
      responds: { 200: "FavouritesResponse" },
      refusals: ["counter_not_active"],
    }),
    asOwner,
    jsonBody(FavouritesBody),
    async (c) => {
      const key = { merchantId: c.get("merchantId"), counterId: pathId(c, "counterID") };
      const saved = orThrow(await replaceFavourites(c.get("deps"), actorOf(c), key, c.req.valid("json")));
      return respond<"FavouritesResponse">(c, { favourites: presentFavourites(saved) });
    },
  );
