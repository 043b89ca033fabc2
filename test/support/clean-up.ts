// Deliveries old enough for the daily clean-up, which reaches each merchant in a minute of its own.
import { expect } from "vitest";
import { DAY, MINUTE, setClock } from "./clock.ts";
import { deliveryRows } from "./deliveries.ts";
import { ATTEMPT, type SeededDelivery, type Shop, seedDeliveries, seedShop } from "./seeded-deliveries.ts";

/** Moves to the next noon, and `minutes` past it. */
export function moveToNoon(minutes = 0): void {
  const now = Date.now();
  setClock(now + DAY - ((now + DAY / 2) % DAY) + minutes * MINUTE);
}

/** Half of all ids are below these, so that noon is their minute. */
export function noonId(): string {
  return `80000000${crypto.randomUUID().slice(8)}`;
}

/** One event of an intent without a deadline. */
export async function seedShopWith(change: Partial<SeededDelivery>, id = noonId(), count = 1): Promise<Shop> {
  const createdAt = change.createdAt ?? Date.now();
  const times = { createdAt: createdAt - 1, updatedAt: createdAt, expiresAt: createdAt + 1_000 * DAY };
  const shop = await seedShop(times, id);
  const attempted = { nextAttemptAt: null, attempts: 1, log: [ATTEMPT] };
  await seedDeliveries(shop.intent, count, { ...attempted, ...change, createdAt });
  return shop;
}

export async function isEmptied({ merchant }: Shop): Promise<boolean> {
  const [row] = await deliveryRows(merchant.id);
  expect(row?.payload === "").toBe(row?.attempt_log === null);
  return row?.payload === "";
}
