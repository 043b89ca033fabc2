// Reads the identity provider's key set. While the provider does not respond, the one that was read last is used, by any
// instance of the service.
import * as z from "zod/mini";
import type { CachedKeySet, KeySetStore } from "#core/domain/ports/identity-provider.ts";
import { withinDeadline } from "#core/lib/deadline.ts";
import { type Fetch, fetchJson } from "#core/lib/fetch-json.ts";
import { log, logFailure } from "#core/lib/log.ts";

const TIMEOUT_MS = 5_000;
/** Every token waits this long at most when the keys are read. */
const STORE_TIMEOUT_MS = 1_000;
/** Longer than an access token should last: when it is over, so are the tokens from before the outage. */
const CACHED_MS = 60 * 60_000;
const SAVED_EVERY_MS = 5 * 60_000;

const keySetSchema = z.looseObject({ keys: z.array(z.looseObject({})).check(z.minLength(1)) });

export interface ProviderKeys {
  /** Responds with the key set, if need be the cached one. */
  fetch: Fetch;
  /** Whether the provider did not respond the last time: it may have keys that the service has not. */
  areCached(): boolean;
}

export function createProviderKeys({
  fetch,
  store,
  clock,
}: {
  fetch: Fetch;
  store: KeySetStore;
  clock: () => number;
}): ProviderKeys {
  let last: CachedKeySet | null = null;
  let saved: CachedKeySet | null = null;
  let areCached = false;

  const isGood = ({ readAt }: CachedKeySet) => Math.abs(clock() - readAt) <= CACHED_MS;

  /** Returns null when nothing was read within the hour. */
  async function findCached(url: string): Promise<CachedKeySet | null> {
    const stored = await withinDeadline(store.find(url), STORE_TIMEOUT_MS).catch((error: unknown) => {
      log("warn", "provider_keys_not_read", { error });
      return null;
    });
    // Another instance may have read a newer set: an older one may hold a key that was withdrawn since.
    const newest = stored === null || (last !== null && last.readAt > stored.readAt) ? last : stored;
    return newest !== null && isGood(newest) ? newest : null;
  }

  /** Saves seldom, unless the keys have changed: tokens with unknown keys make every instance read. */
  async function save(url: string, read: CachedKeySet): Promise<void> {
    if (saved?.text === read.text && read.readAt - saved.readAt < SAVED_EVERY_MS) return;
    saved = read;
    const stored = withinDeadline(store.save(url, read), STORE_TIMEOUT_MS);
    await logFailure("warn", "provider_keys_not_saved", {}, stored);
  }

  return {
    fetch: async (url, init) => {
      try {
        last = { text: await readKeySet(fetch, url, init), readAt: clock() };
        areCached = false;
      } catch (error) {
        const cached = await findCached(url);
        if (cached === null) throw error;
        areCached = true;
        log("warn", "provider_keys_kept", { url, read_at: new Date(cached.readAt).toISOString(), error });
        return respondWith(cached);
      }
      await save(url, last);
      return respondWith(last);
    },
    areCached: () => areCached,
  };
}

async function readKeySet(fetch: Fetch, url: string, init: RequestInit = {}): Promise<string> {
  const { status, body } = await fetchJson(fetch, url, init, { timeoutMs: TIMEOUT_MS });
  if (status !== 200) throw new Error(`the key set's endpoint responded with ${status}`);
  return JSON.stringify(keySetSchema.parse(body));
}

function respondWith({ text }: CachedKeySet): Response {
  return new Response(text, { headers: { "Content-Type": "application/json" } });
}
