import type { RateLimits } from "#core/domain/ports/limits.ts";
import { SHARED_EGRESS_KEY } from "#core/lib/address-key.ts";
import { BoundedCache } from "#core/lib/cache.ts";
import { endOfPeriod } from "#core/lib/rate-period.ts";

/** The entries of a cache, so that an isolate's memory stays small. */
export const ENTRIES_MAX = 10_000;

/** Blocks whoever has presented too much that is unknown, until the minute is over. */
export class GuessLimit {
  readonly #blockedUntil = new BoundedCache<string, number>(ENTRIES_MAX);
  readonly #rateLimits: RateLimits;
  readonly #clock: () => number;

  constructor(rateLimits: RateLimits, clock: () => number) {
    this.#rateLimits = rateLimits;
    this.#clock = clock;
  }

  isBlocked(key: string): boolean {
    return (this.#blockedUntil.get(key) ?? 0) > this.#clock();
  }

  /** Counts one more; false when there were too many. `counter` tells one kind from another at the same address. */
  async count(key: string, counter = key): Promise<boolean> {
    if (await this.#rateLimits.allow("unknown_ids", counter)) return true;
    // Unrelated callers share this address: it is not blocked, and only what is unknown is refused.
    if (key !== SHARED_EGRESS_KEY) this.#blockedUntil.set(key, endOfPeriod(this.#clock()));
    return false;
  }
}
