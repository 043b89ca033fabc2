// Guesses are counted by network address. An address that has made too many can still read what it has read before: the
// customers on a campus share one address, and poll for their payments. What an address has read is cached in the
// isolate and, for other isolates, in the data centre. That costs one write for the address's first read of an id, and
// a look-up only while the address is blocked.
import type { IntentGuesses, RateLimits } from "#core/domain/ports/limits.ts";
import { BoundedCache } from "#core/lib/cache.ts";
import { log } from "#core/lib/log.ts";
import { endOfPeriod } from "#core/lib/rate-period.ts";
import { ENTRIES_MAX, GuessLimit } from "./guess-limit.ts";

const CACHE = "public-lookups";
const CACHED_SECONDS = 24 * 60 * 60;

export function createIntentGuesses(options: {
  rateLimits: RateLimits;
  /** The cache accepts only URLs at the Worker's own host. */
  publicUrl: string;
  clock: () => number;
}): IntentGuesses {
  const { rateLimits, publicUrl, clock } = options;
  const readIds = new BoundedCache<string, true>(ENTRIES_MAX);
  /** Until when a look-up is not counted again: someone who polls a wrong id is not guessing. */
  const countedUntil = new BoundedCache<string, number>(ENTRIES_MAX);
  const limit = new GuessLimit(rateLimits, clock);

  const keyOf = (address: string, intentId: string) =>
    `${publicUrl}/${CACHE}/${encodeURIComponent(address)}/${intentId}`;

  return {
    async mayRead(address, intentId) {
      if (!limit.isBlocked(address)) return true;
      const key = keyOf(address, intentId);
      if (readIds.has(key)) return true;
      if (!(await isCached(key))) return false;
      readIds.set(key, true);
      return true;
    },

    noteRead(address, intentId) {
      const key = keyOf(address, intentId);
      if (readIds.has(key)) return null;
      readIds.set(key, true);
      return write(key);
    },

    async countUnknown(address, intentId) {
      const key = keyOf(address, intentId);
      if ((countedUntil.get(key) ?? 0) > clock()) return true;
      countedUntil.set(key, endOfPeriod(clock()));
      return await limit.count(address);
    },
  };
}

/** Nothing is limited, for load tests. */
export const noIntentGuesses: IntentGuesses = {
  mayRead: async () => true,
  noteRead: () => null,
  countUnknown: async () => true,
};

async function isCached(key: string): Promise<boolean> {
  try {
    const cache = await caches.open(CACHE);
    return (await cache.match(key)) !== undefined;
  } catch (error) {
    log("warn", "public_lookup_cache_failed", { error });
    return false;
  }
}

async function write(key: string): Promise<void> {
  try {
    const cache = await caches.open(CACHE);
    await cache.put(key, new Response(null, { headers: { "Cache-Control": `max-age=${CACHED_SECONDS}` } }));
  } catch (error) {
    log("warn", "public_lookup_cache_failed", { error });
  }
}
