// Refuses the tokens of callers that an administrator has stopped, although the tokens are still valid.
import type { Context } from "hono";
import { actorRefusal, isSessionEnded, type RestrictionsCheck } from "#core/domain/merchants/restrictions.ts";
import { type ActorIdentity, isAdmin, restrictionsKeyOf } from "#core/domain/sessions/actor-identity.ts";
import type { AppEnv } from "./app-env.ts";
import { refusalError } from "./refusals.ts";

const READS = new Set(["GET", "HEAD"]);

export interface RestrictionsOptions {
  /**
   * `insert`: the statement that creates the intent checks the merchant and the counter itself. `object`: the intent's object
   * checks the caller beside its load, or the guard when the request fails before that.
   */
  checkedBy?: "guard" | "insert" | "object";
  /** Refuses dashboard users who are not owners. */
  forOwners?: boolean;
  /** Refuses a counter's client that may not refund. */
  forRefund?: true;
}

/**
 * Users are checked on every request. Machines are checked on commands only: they can read until their token expires.
 * Administrators who act for a merchant are bound by its suspension, but are not its users.
 */
export async function requireUnrestricted(
  c: Context<AppEnv>,
  identity: ActorIdentity,
  { checkedBy = "guard", forOwners = false, ...refund }: RestrictionsOptions = {},
): Promise<void> {
  const key = restrictionsKeyOf(identity);
  if (key === null) return;
  const isUser = key.userId !== null && !isAdmin(identity);
  const isCommand = !isRead(c);
  if (!isUser && (!isCommand || checkedBy === "insert")) return;
  const check = { key, isUser, issuedAt: identity.issuedAt, forOwners, ...refund };
  if (checkedBy === "object") {
    c.get("deps").shards.requireAccepted();
    c.set("restrictionsCheck", check);
    return;
  }
  if (isCommand) return await requireAllowed(c, check);
  const restrictions = await c.get("deps").findRestrictions(key);
  if (isSessionEnded(restrictions, identity.issuedAt)) throw refusalError("user_disabled");
}

/** Runs after the request: what failed before the object was asked is refused for the caller's restrictions first. */
export async function requireUnrestrictedIfFailed(c: Context<AppEnv>): Promise<void> {
  const check = c.get("restrictionsCheck");
  if (c.error !== undefined && check !== undefined) await requireAllowed(c, check);
}

async function requireAllowed(c: Context<AppEnv>, check: RestrictionsCheck): Promise<void> {
  const refusal = actorRefusal(check, await c.get("deps").findRestrictions(check.key));
  if (refusal !== null) throw refusalError(refusal);
}

export function isRead(c: Context): boolean {
  return READS.has(c.req.method);
}
