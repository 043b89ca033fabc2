// A sticker is read at once, however much its counter has sold, and wherever.
import { describe, expect, it } from "vitest";
import type { Shard } from "#core/db/client.ts";
import { readSticker } from "#parts/stickers/services/stickers.ts";
import { makeCounter } from "../../../support/counters.ts";
import { makeIntent } from "../../../support/intents.ts";
import { SOME, seedManyIntents } from "../../../support/many-rows.ts";
import { makeMerchant } from "../../../support/parties.ts";
import { rowsReadBy } from "../../../support/query-plans.ts";
import { rowsOf } from "../../../support/rows.ts";
import { db, deps } from "../../../support/seeds.ts";
import { makeStickerCode } from "../sticker-requests.ts";

const HOUR = 3_600_000;

/** The sale that a sticker names where its merchant has these shards. */
async function saleIn(shards: Shard[], id: string): Promise<unknown> {
  const there = { ...deps, shards: { ...deps.shards, ofMerchant: () => shards } };
  const read = await readSticker(there, id);
  return read?.ok ? read.value.saleId : read;
}

describe("a sticker", () => {
  it(`of a counter with ${SOME} payments reads none that are paid, or older than half an hour`, async () => {
    const merchant = await makeMerchant();
    const { id: counterId } = await makeCounter(merchant);
    const { id } = await makeStickerCode(merchant, {}, counterId);
    await seedManyIntents(merchant.id, Date.now() - HOUR, {});
    const update =
      "UPDATE payment_intents SET counter_id = ?2, status = 'pending', expires_at = ?3 WHERE merchant_id = ?1";
    await rowsOf(merchant.id).run(update, merchant.id, counterId, Date.now() + HOUR);
    await seedManyIntents(merchant.id, Date.now(), { counter_id: `'${counterId}'` });
    const read = async () =>
      expect(await readSticker(deps, id)).toMatchObject({ ok: true, value: { saleId: null } });
    expect(await rowsReadBy(read)).toBeLessThan(10);
  });

  it("names no sale of a merchant with many shards, nor where one fails, and is paid without it", async () => {
    const merchant = await makeMerchant();
    const { id, counterId } = await makeStickerCode(merchant);
    const sale = await makeIntent(merchant, { counter_id: counterId });
    const failing = { ...db, all: () => Promise.reject(new Error("the cell is down")) } as unknown as Shard;
    expect(await saleIn([db], id)).toBe(sale.id);
    expect(await saleIn(Array(7).fill(failing), id)).toBeNull();
    expect(await saleIn([db, failing], id)).toBeNull();
  });
});
