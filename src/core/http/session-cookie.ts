// The cookies of sessions, one for each session kind of the service: signing in to one leaves the others as they are. They are
// accepted only from the service's own pages.
import type { Context } from "hono";
import { generateCookie, getCookie } from "hono/cookie";
import type { CookieSession, SessionKindSettings } from "#core/domain/sessions/session.ts";
import type { AppEnv } from "./app-env.ts";
import { orThrow, refusalError } from "./refusals.ts";
import { addressKeyOf } from "./request.ts";
import { isRead } from "./restrictions.ts";

/** The suffix is the id of a session in a cell, and says in which. */
const SECRET = /^[A-Za-z0-9_-]{43}(?:\.([0-9a-f-]{36}))?$/;

/** With the prefix `__Host-`, a browser takes a cookie only from this very host, and only over https or on loopback. */
export const COOKIE_ATTRIBUTES = { prefix: "host", httpOnly: true, secure: true, sameSite: "Lax" } as const;

export function sessionCookie(secret: string, { cookieName, maxMs }: SessionKindSettings): string {
  return generateCookie(cookieName, secret, { ...COOKIE_ATTRIBUTES, maxAge: maxMs / 1000 });
}

export function noSessionCookie({ cookieName }: SessionKindSettings): string {
  return generateCookie(cookieName, "", { ...COOKIE_ATTRIBUTES, maxAge: 0 });
}

/** Returns null without this cookie, whether or not the session is over. */
export function sessionSecretOf(c: Context, { cookieName }: SessionKindSettings): string | null {
  return getCookie(c, cookieName, "host") ?? null;
}

/**
 * Browsers say where a request comes from; older ones name only the origin, and only with commands. Reads may also be
 * typed into the address bar: no other site learns what they return.
 */
export function requireOwnPage(c: Context<AppEnv>): void {
  const site = c.req.header("Sec-Fetch-Site");
  if (site === "same-origin") return;
  if (isRead(c)) {
    if (site === undefined || site === "none") return;
  } else if (site === undefined) {
    const { origin } = new URL(c.get("deps").config.publicUrl);
    if (c.req.header("Origin") === origin) return;
  }
  throw refusalError("cross_site_request");
}

/** Returns null when there is no session. Throws a 403 if another site made the request, a 429 after too many unknown secrets. */
export async function findByCookie<Found extends CookieSession>(
  c: Context<AppEnv>,
  sessionKind: SessionKindSettings,
  find: (idHash: string, now: number, id: string | null) => Promise<Found | null>,
): Promise<Found | null> {
  const secret = sessionSecretOf(c, sessionKind);
  if (secret === null) return null;
  requireOwnPage(c);
  const match = SECRET.exec(secret);
  if (match === null) return null;
  const { secretGuesses, clock } = c.get("deps");
  const read = (idHash: string) => find(idHash, clock(), match[1] ?? null);
  return orThrow(await secretGuesses.find(sessionKind.secretKind, secret, addressKeyOf(c), read));
}
