import { findCounter } from "#core/db/counters/counters.ts";
import type { Actor } from "#core/domain/audit/actor.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { audited } from "#core/services/audit/audit-trail.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import type { Refusal } from "#core/services/refusal.ts";
import { findFavourites, saveFavourites } from "../db/favourites.ts";
import type { Favourites, StoredFavourites } from "../domain/favourites.ts";

interface CounterKey {
  merchantId: string;
  counterId: string;
}

/** Null for a counter without any. */
export async function readFavourites(
  { db }: Dependencies,
  key: CounterKey,
): Promise<Result<StoredFavourites | null, Refusal>> {
  const reading = [findCounter(db, key.merchantId, key.counterId), findFavourites(db, key)] as const;
  const [counter, favourites] = await Promise.all(reading);
  return counter === null ? err("counter_not_found") : ok(favourites);
}

/** Replaces all of them, so it is safe to repeat; of two at once the later stays. */
export async function replaceFavourites(
  deps: Dependencies,
  actor: Actor,
  key: CounterKey,
  favourites: Favourites,
): Promise<Result<StoredFavourites, Refusal>> {
  const { merchantId, counterId } = key;
  const counter = await findCounter(deps.db, merchantId, counterId);
  if (counter === null) return err("counter_not_found");
  if (counter.status !== "active") return err("counter_not_active");
  const event = { action: "favourites.changed", merchantId, targetId: counterId } as const;
  return ok(
    await audited(deps, actor, event, (entry) =>
      saveFavourites(deps.db, key, favourites, deps.clock(), entry),
    ),
  );
}
