// From the wallet's cookie to the customer it stands for.
import type { Context } from "hono";
import { type CustomerSession, customerOf, sandboxCustomer } from "../domain/customer-session.ts";
import type { Principal } from "../domain/principal.ts";
import type { AppEnv } from "./app-env.ts";
import { findByCookie, sessionSecretOf } from "./session-cookie.ts";
import { noteUse, signedInPrincipal } from "./session-tokens.ts";

/** Null when the request has no cookie, or the session is over. */
export async function findCustomerSession(c: Context<AppEnv>): Promise<CustomerSession | null> {
  const { customerSessions } = c.get("deps");
  return await findByCookie(c, "customer session", sessionSecretOf(c, "customer"), customerSessions.find);
}

/** Null when the request has no cookie, or the session is over. */
export async function customerPrincipal(c: Context<AppEnv>): Promise<Principal | null> {
  const session = await findCustomerSession(c);
  if (session === null) return null;
  c.set("customerSession", session);
  noteUse(c, "customer", session);
  if (session.tokens === null) return sandboxCustomer(session);
  const principal = await signedInPrincipal(c, "customer", session);
  return principal === null ? null : customerOf(session, principal);
}

/**
 * When what has admitted the caller was issued, in epoch milliseconds; null for a token that does not say. A session is there, so
 * it has not been stopped until now.
 */
export function issuedAtOf(c: Context<AppEnv>): number | null {
  if (customerSessionOf(c) !== null) return c.get("deps").clock();
  const { issuedAt } = c.get("principal");
  return issuedAt === null ? null : issuedAt * 1000;
}

/** The session by whose cookie the caller was admitted; null for a caller with a token. */
export function customerSessionOf(c: Context<AppEnv>): CustomerSession | null {
  return (c.get("customerSession") as CustomerSession | undefined) ?? null;
}
