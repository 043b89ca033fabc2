// Whoever has no token can make the service look up a cookie or a code. What was issued here is looked up whoever else
// shares the address: what it fails counts against itself. Anything else was invented, or issued by the release before:
// it counts against the address, which finds nothing more this minute once it has invented too many.
import type { RateLimits, SecretLookups } from "../domain/ports/limits.ts";
import { err, ok } from "../domain/result.ts";
import { BoundedCache } from "../lib/cache.ts";
import { isIssued } from "../lib/issued-secret.ts";
import { endOfPeriod } from "../lib/rate-period.ts";
import { hashSecret } from "../lib/secrets.ts";

/** The entries of each cache, so that an isolate's memory stays small. */
const ENTRIES_MAX = 10_000;

export function createSecretLookups(options: {
  masterKeys: readonly string[];
  rateLimits: RateLimits;
  clock: () => number;
}): SecretLookups {
  const { masterKeys, rateLimits, clock } = options;
  const blockedUntil = new BoundedCache<string, number>(ENTRIES_MAX);
  /** The hashes of those from the release before: they go on while others at their address invent. */
  const found = new BoundedCache<string, true>(ENTRIES_MAX);

  return {
    async find(kind, secret, address, read) {
      const hash = await hashSecret(secret);
      const key = (await isIssued(kind, secret, masterKeys)) ? hash : address;
      const limited = () => ({
        ...err("rate_limited" as const),
        retryAfterMs: endOfPeriod(clock()) - clock(),
      });
      if ((blockedUntil.get(key) ?? 0) > clock() && !found.has(hash)) return limited();
      const value = await read(hash);
      if (value !== null) {
        if (key === address) found.set(hash, true);
        return ok(value);
      }
      found.delete(hash);
      if (await rateLimits.allow("unknown_ids", `secret ${key}`)) return ok(null);
      blockedUntil.set(key, endOfPeriod(clock()));
      return limited();
    },
  };
}
