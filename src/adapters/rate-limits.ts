import type { RateLimit, RateLimits } from "../domain/ports/limits.ts";

/** The platform's counters, one binding for each limit; the numbers are in wrangler.toml. */
export function createRateLimits(bindings: Record<RateLimit, Pick<RateLimitBinding, "limit">>): RateLimits {
  return {
    allow: async (limit, key) => (await bindings[limit].limit({ key })).success,
  };
}

/** Nothing is limited, for load tests. */
export const noRateLimits: RateLimits = { allow: async () => true };

type RateLimitBinding = globalThis.RateLimit;
