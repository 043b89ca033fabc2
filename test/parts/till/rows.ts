// Who may do what with favourites: see test/support/part-rows.ts.
import { expect } from "vitest";
import { counterFavourites } from "#parts/till/db/schema/favourites.ts";
import { COUNTERS, makeCounter } from "../../support/counters.ts";
import { ask } from "../../support/openapi.ts";
import type { PartRows } from "../../support/part-rows.ts";
import { MERCHANT_API } from "../../support/paths.ts";
import { MERCHANT_ONLY, OWNER_ONLY } from "../../support/role-rows.ts";
import { db } from "../../support/seeds.ts";

const FAVOURITES = `${MERCHANT_API}/counters/:counterID/favourites`;
const pathOf = (id: string) => `${COUNTERS}/${id}/favourites`;

export const ROLES: PartRows["ROLES"] = {
  [`GET ${FAVOURITES}`]: {
    row: MERCHANT_ONLY,
    request: async (merchant) => ({ path: pathOf((await makeCounter(merchant)).id) }),
  },
  [`PUT ${FAVOURITES}`]: {
    row: OWNER_ONLY,
    request: async (merchant) => ({ path: pathOf((await makeCounter(merchant)).id), json: { items: [] } }),
  },
};

export const store: PartRows["store"] = async (merchantId) => {
  const items = [{ name: "Coffee", priceMinor: 450 }];
  const row = { merchantId, counterId: crypto.randomUUID(), currency: "USD", items, updatedAt: Date.now() };
  await db.insert(counterFavourites).values(row);
};

export const play: PartRows["play"] = async ({ merchant: { token }, counter }) => {
  const path = pathOf(counter.id);
  const json = { items: [{ name: "Coffee", price: 4.5 }] };
  const played = [await ask(`GET ${path}`, { token }), await ask(`PUT ${path}`, { token, json })];
  expect(played.map(({ status }) => status)).toEqual([200, 200]);
};
