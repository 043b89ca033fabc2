// A sticker is read at once, however much its counter has sold.
import { describe, expect, it } from "vitest";
import { readSticker } from "#parts/stickers/services/stickers.ts";
import { makeCounter } from "../../../support/counters.ts";
import { SOME, seedManyIntents } from "../../../support/many-rows.ts";
import { makeMerchant } from "../../../support/parties.ts";
import { rowsReadBy } from "../../../support/query-plans.ts";
import { rowsOf } from "../../../support/rows.ts";
import { deps } from "../../../support/seeds.ts";
import { makeStickerCode } from "../sticker-requests.ts";

const HOUR = 3_600_000;

describe("a sticker", () => {
  it(`of a counter with ${SOME} payments reads none of those that are older than half an hour`, async () => {
    const merchant = await makeMerchant();
    const { id: counterId } = await makeCounter(merchant);
    const { id } = await makeStickerCode(merchant, {}, counterId);
    await seedManyIntents(merchant.id, Date.now() - HOUR, {});
    const update =
      "UPDATE payment_intents SET counter_id = ?2, status = 'pending', expires_at = ?3 WHERE merchant_id = ?1";
    await rowsOf(merchant.id).run(update, merchant.id, counterId, Date.now() + HOUR);
    const read = async () =>
      expect(await readSticker(deps, id)).toMatchObject({ ok: true, value: { saleId: null } });
    expect(await rowsReadBy(read)).toBeLessThan(10);
  });
});
