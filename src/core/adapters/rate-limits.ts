import type { RateLimit, RateLimits } from "#core/domain/ports/limits.ts";

/** The platform's counters, one binding for each limit; the numbers are in wrangler.toml. */
export function createRateLimits(env: Record<Binding, Pick<globalThis.RateLimit, "limit">>): RateLimits {
  return {
    allow: async (limit, key) =>
      (await env[`LIMIT_${limit.toUpperCase()}` as Binding].limit({ key })).success,
  };
}

/** Nothing is limited, for load tests. */
export const noRateLimits: RateLimits = { allow: async () => true };

type Binding = `LIMIT_${Uppercase<RateLimit>}`;
