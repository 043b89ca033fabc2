// From the cookie of a merchant's session, a dashboard user's or a till's, to the principal it stands for.
import type { Context } from "hono";
import type { Principal } from "../domain/principal.ts";
import { type Session, type SessionKind, tillPrincipal } from "../domain/session.ts";
import type { AppEnv } from "./app-env.ts";
import { findByCookie, sessionSecretOf } from "./session-cookie.ts";
import { noteUse, signedInPrincipal } from "./session-tokens.ts";

/** The till's own pages say that it is the till that asks; a request without the header is a dashboard user's. */
const KIND_HEADER = "Session-Kind";

/** The kind of session that the request is about. */
export function askedKind(c: Context): SessionKind {
  return c.req.header(KIND_HEADER) === "till" ? "till" : "user";
}

/** Whether or not the session is over. */
export function hasSessionCookie(c: Context): boolean {
  return secretOf(c) !== null;
}

function secretOf(c: Context): string | null {
  // The browser of a desk may be a dashboard user's as well, as which the desk's page must not act.
  if (c.req.header(KIND_HEADER) === "desk") return null;
  return sessionSecretOf(c, askedKind(c));
}

/** Null when the request has no cookie, or the session is over. */
export async function findSession(c: Context<AppEnv>): Promise<Session | null> {
  const session = await findByCookie(c, "session", secretOf(c), c.get("deps").sessions.find);
  return session?.kind === askedKind(c) ? session : null;
}

/** Null when the request has no cookie, or the session is over. */
export async function sessionPrincipal(c: Context<AppEnv>): Promise<Principal | null> {
  const session = await findSession(c);
  if (session === null) return null;
  c.set("session", session);
  noteUse(c, session.kind, session);
  return session.kind === "till" ? tillPrincipal(session) : await signedInPrincipal(c, "user", session);
}

/** The counter to which a till is confined; null for any other caller. */
export function tillCounterOf(c: Context<AppEnv>): string | null {
  // Absent where the caller has a token.
  const session = c.get("session") as Session | undefined;
  return session?.kind === "till" ? session.counterId : null;
}
