import { err, ok, type Result } from "#core/domain/result.ts";
import { endOfPeriod } from "#core/lib/rate-period.ts";
import type { PublicActor } from "#core/services/actor.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { findPayable } from "./payability.ts";

/** Anyone may read an intent whose id they know. Ids that do not exist count against the caller's address. */
export async function findPublicIntent<Found>(
  { intentGuesses, clock }: Dependencies,
  { address, defer }: PublicActor,
  intentId: string,
  find: (intentId: string) => Promise<Found | null>,
): Promise<Result<Found, "not_found" | "rate_limited">> {
  if (!(await intentGuesses.mayRead(address, intentId))) return rateLimited(clock());
  const found = await find(intentId);
  if (found === null) {
    const mayGuess = await intentGuesses.countUnknown(address, intentId);
    return mayGuess ? err("not_found") : rateLimited(clock());
  }
  // It asks again, because guesses that are sent all at once are looked up before the first of them is counted.
  if (!(await intentGuesses.mayRead(address, intentId))) return rateLimited(clock());
  // Someone who polls has nothing more to note: work in the background would only keep the request open.
  const noting = intentGuesses.noteRead(address, intentId);
  if (noting !== null) defer(noting);
  return ok(found);
}

function rateLimited(now: number) {
  return { ...err("rate_limited" as const), retryAfterMs: endOfPeriod(now) - now };
}

/** The response that upgrades to a WebSocket, on which the public view arrives now and when it changes. */
export async function watchPublicIntent(
  deps: Dependencies,
  caller: PublicActor,
  intentId: string,
): Promise<Result<Response, "not_found" | "rate_limited" | "too_many_watchers">> {
  const found = await findPublicIntent(deps, caller, intentId, (id) => findPayable(deps, id));
  if (!found.ok) return found;
  return await deps.intents.watch(intentId, found.value.shop);
}
