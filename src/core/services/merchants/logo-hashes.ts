// Which logo a public view shows. Reading it again for each of them would cost each a call of D1.
import type { Database } from "#core/db/client.ts";
import { findLogoHash } from "#core/db/merchants/merchant-profiles.ts";
import { BoundedCache, memoizeWeak } from "#core/lib/cache.ts";
import { log } from "#core/lib/log.ts";
import type { Dependencies } from "#core/services/dependencies.ts";

const READ_AGAIN_MS = 60_000;
const MERCHANTS_MAX = 10_000;

interface Seen {
  hash: string | null;
  at: number;
}

const seenIn = memoizeWeak((_db: Database) => new BoundedCache<string, Seen>(MERCHANTS_MAX));

/** Follows a change, and a read of something else that had it. */
export function noteLogoHash({ db, clock }: Dependencies, merchantId: string, hash: string | null): void {
  seenIn(db).set(merchantId, { hash, at: clock() });
}

/** A view without its logo is better than none, or than one that waits: while one reads, the others show what is known. */
export async function findSeenLogoHash(deps: Dependencies, merchantId: string): Promise<string | null> {
  const cached = seenIn(deps.db).get(merchantId);
  if (cached !== undefined && Math.abs(deps.clock() - cached.at) < READ_AGAIN_MS) return cached.hash;
  let hash = cached?.hash ?? null;
  noteLogoHash(deps, merchantId, hash);
  try {
    hash = await findLogoHash(deps.db, merchantId);
  } catch (error) {
    log("error", "logo_unread", { merchant_id: merchantId, error });
  }
  noteLogoHash(deps, merchantId, hash);
  return hash;
}
