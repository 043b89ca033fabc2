// Refuses the tokens of callers that an administrator has stopped, although the tokens are still valid.
import type { Context } from "hono";
import { isAdmin, type Principal, standingKeyOf } from "../domain/principal.ts";
import { commandRefusal, isSessionEnded } from "../domain/standing.ts";
import type { AppEnv } from "./app-env.ts";
import { refusalError } from "./refusals.ts";

const READS = new Set(["GET", "HEAD"]);

export interface StandingOptions {
  /** `insert`: the statement that creates the intent checks the merchant and the counter itself. */
  checkedBy?: "guard" | "insert";
  /** Refuses dashboard users who are not owners. */
  forOwners?: boolean;
}

/**
 * Users are checked on every request. Machines are checked on commands only: they can read until their token expires.
 * Administrators who act for a merchant are bound by its suspension, but are not its users.
 */
export async function requireStanding(
  c: Context<AppEnv>,
  principal: Principal,
  { checkedBy = "guard", forOwners = false }: StandingOptions = {},
): Promise<void> {
  const key = standingKeyOf(principal);
  if (key === null) return;
  const isUser = key.userId !== null && !isAdmin(principal);
  const isCommand = !isRead(c);
  if (!isUser && (!isCommand || checkedBy === "insert")) return;
  const standing = await c.get("deps").findStanding(key);
  if (isUser && isSessionEnded(standing, principal.issuedAt)) throw refusalError("user_disabled");
  if (!isCommand) return;
  const refusal = commandRefusal(key, standing);
  if (refusal !== null) throw refusalError(refusal);
  if (forOwners && isUser && standing.userRole !== "owner") throw refusalError("owner_required");
  c.set("areRefundsStopped", standing.areRefundsStopped);
}

export function isRead(c: Context): boolean {
  return READS.has(c.req.method);
}
