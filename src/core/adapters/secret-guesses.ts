// Whoever has no token can make the service look up a cookie or a code. What was issued here is looked up whoever else
// shares the address: what it fails counts against itself. Anything else was invented, or issued under a master key that has
// been retired: it counts against the address, which finds nothing more this minute once it has invented too many.
import type { RateLimits, SecretGuesses } from "#core/domain/ports/limits.ts";
import { err, ok } from "#core/domain/result.ts";
import { BoundedCache } from "#core/lib/cache.ts";
import { isIssued } from "#core/lib/issued-secret.ts";
import { endOfPeriod } from "#core/lib/rate-period.ts";
import { hashSecret } from "#core/lib/secrets.ts";
import { ENTRIES_MAX, GuessLimit } from "./guess-limit.ts";

export function createSecretGuesses(options: {
  masterKeys: readonly string[];
  rateLimits: RateLimits;
  clock: () => number;
}): SecretGuesses {
  const { masterKeys, rateLimits, clock } = options;
  const limit = new GuessLimit(rateLimits, clock);
  const providerLimit = new GuessLimit(rateLimits, clock);
  /** Their hashes. Those under a retired master key go on while others at their address invent. */
  const found = new BoundedCache<string, true>(ENTRIES_MAX);
  const limited = () => ({ ...err("rate_limited" as const), retryAfterMs: endOfPeriod(clock()) - clock() });

  return {
    async find(kind, secret, address, read) {
      const hash = await hashSecret(secret);
      const wasIssued = () => isIssued(kind, secret, masterKeys);
      if (limit.isBlocked(hash)) return limited();
      if (limit.isBlocked(address) && !found.has(hash) && !(await wasIssued())) return limited();
      const value = await read(hash);
      if (value !== null) {
        found.set(hash, true);
        return ok(value);
      }
      found.delete(hash);
      const key = (await wasIssued()) ? hash : address;
      return (await limit.count(key, `secret ${key}`)) ? ok(null) : limited();
    },
    async askProvider(address, ask) {
      if (providerLimit.isBlocked(address)) return limited();
      const value = await ask();
      if (value !== null) return ok(value);
      return (await providerLimit.count(address, `sign-in code ${address}`)) ? ok(null) : limited();
    },
  };
}
