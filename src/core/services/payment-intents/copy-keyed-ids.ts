// Lets a merchant's cells know which intents its idempotency keys have made at home, so that they need not ask home any more.
import { findMerchant } from "#core/db/merchants/merchants.ts";
import { listIntentIds } from "#core/db/payment-intents/intent-list.ts";
import type { Cursor } from "#core/domain/cursor.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { HOME } from "#core/domain/shards/cells.ts";
import { CLOCK_SKEW_MS, digitsAt, isKeyed, shardsOfMerchant } from "#core/domain/shards/shard-ids.ts";
import { forEachLimited } from "#core/lib/for-each-limited.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { settleIds } from "#core/shards/keyed-ids-at-home.ts";
import { byShard } from "#core/shards/shards.ts";

/** Intents that one call reads. */
const CHUNK = 1_000;

/** A chunk of the merchant's intents, the newest first. Returns where the next one begins; null once all is settled. */
export async function copyKeyedIds(
  { config, db, shards, clock }: Dependencies,
  merchantId: string,
  cursor: Cursor | null,
): Promise<Result<Cursor | null, "merchant_not_found" | "no_cells_in_force">> {
  const now = clock();
  const inForce = config.cells.filter(({ since }) => since <= now - CLOCK_SKEW_MS);
  if (digitsAt(merchantId, inForce, now) === 0) return err("no_cells_in_force");
  if ((await findMerchant(db, merchantId)) === null) return err("merchant_not_found");
  const found = await listIntentIds(shards.home, merchantId, cursor, CHUNK, now);
  const keyed = found.map(({ id }) => id).filter(isKeyed);
  const next = found[CHUNK - 1] ?? null;
  const cellsFor = (id: string) => inForce.map(({ since }) => shards.ofNew(id, since));
  await forEachLimited([...byShard(keyed, cellsFor)], ([cell, ids]) => settleIds(cell, ids));
  if (next === null) {
    const cells = shardsOfMerchant(merchantId, inForce).filter((name) => name !== HOME);
    await forEachLimited(cells, (name) => settleIds(shards.named(name), [merchantId]));
  }
  return ok(next);
}
