// From a session's cookie to the principal it stands for. The cookie is accepted only from the service's own pages.
import type { Context } from "hono";
import { generateCookie, getCookie } from "hono/cookie";
import { DependencyError } from "../domain/dependency-error.ts";
import type { Principal } from "../domain/principal.ts";
import {
  isUseNoted,
  type Session,
  type SessionKind,
  type SessionTokens,
  sessionExpiry,
  sessionMaxAgeSeconds,
  sessionTokensPurpose,
  tillPrincipal,
} from "../domain/session.ts";
import { log } from "../lib/log.ts";
import { open, seal } from "../lib/seal.ts";
import { verifierFor } from "./access-token.ts";
import type { AppEnv } from "./app-env.ts";
import { orThrow, refusalError } from "./refusals.ts";
import { addressKeyOf } from "./request.ts";
import { isRead } from "./standing.ts";

const COOKIE = "session";
const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** How long before it expires an access token is renewed. */
const RENEWED_AHEAD_MS = 30_000;
/** A renewal may take this long, which is longer than the provider's time-outs together. */
const RENEWAL_MS = 15_000;
const WAIT_MS = 100;
const WAITS_MAX = 50;

/** With the prefix `__Host-`, a browser takes a cookie only from this very host, and only over https or on loopback. */
export const COOKIE_ATTRIBUTES = { prefix: "host", httpOnly: true, secure: true, sameSite: "Lax" } as const;

export function sessionCookie(secret: string, kind: SessionKind): string {
  return generateCookie(COOKIE, secret, { ...COOKIE_ATTRIBUTES, maxAge: sessionMaxAgeSeconds(kind) });
}

export function noSessionCookie(): string {
  return generateCookie(COOKIE, "", { ...COOKIE_ATTRIBUTES, maxAge: 0 });
}

/** Whether or not the session is over. */
export function hasSessionCookie(c: Context): boolean {
  return sessionSecretOf(c) !== null;
}

/** Null when the request has no cookie, or the session is over. Throws a 403 when another site has made the request, and a 429 after too many unknown ones. */
export async function findSession(c: Context<AppEnv>): Promise<Session | null> {
  const secret = sessionSecretOf(c);
  if (secret === null) return null;
  requireOwnPage(c);
  if (!SECRET.test(secret)) return null;
  const { sessions, secretLookups, clock } = c.get("deps");
  const read = (idHash: string) => sessions.find(idHash, clock());
  return orThrow(await secretLookups.find("session", secret, addressKeyOf(c), read));
}

/** Null when the request has no cookie, or the session is over. */
export async function sessionPrincipal(c: Context<AppEnv>): Promise<Principal | null> {
  const session = await findSession(c);
  if (session === null) return null;
  c.set("session", session);
  noteUse(c, session);
  if (session.kind === "till") return tillPrincipal(session);
  const accessToken = await accessTokenOf(c, session);
  if (accessToken === null) return null;
  const { tokens, clock } = c.get("deps");
  return await verifierFor(tokens)(accessToken, clock());
}

/** The counter to which a till is confined; null for any other caller. */
export function tillCounterOf(c: Context<AppEnv>): string | null {
  // Absent where the caller has a token.
  const session = c.get("session") as Session | undefined;
  return session?.kind === "till" ? session.counterId : null;
}

function sessionSecretOf(c: Context): string | null {
  return getCookie(c, COOKIE, "host") ?? null;
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

function noteUse(c: Context<AppEnv>, session: Session): void {
  const { sessions, clock } = c.get("deps");
  const now = clock();
  if (isUseNoted(session, now)) return;
  const noted = sessions
    .noteUse(session.idHash, now, sessionExpiry(session, now))
    .catch((error: unknown) => log("warn", "session_use_not_noted", { error }));
  c.executionCtx.waitUntil(noted);
}

/**
 * One request renews the tokens. The others use the old token as long as it lasts, then wait: a provider takes a refresh
 * token that is used twice for a stolen one. Null when the session is over.
 */
async function accessTokenOf(c: Context<AppEnv>, found: Session): Promise<string | null> {
  const { config, sessions, clock } = c.get("deps");
  let session: Session | null = found;
  for (let waits = 0; session !== null && waits < WAITS_MAX; waits++) {
    const purpose = sessionTokensPurpose(session.idHash);
    const tokens: SessionTokens = JSON.parse(await open(session.tokens ?? "", purpose, config.masterKeys));
    const now = clock();
    if (tokens.accessExpiresAt > now + RENEWED_AHEAD_MS) return tokens.accessToken;
    if (await sessions.beginRenewal(session, now, now + RENEWAL_MS)) {
      const renewal = renew(c, session, tokens);
      // Also when the page has been left meanwhile: the old refresh token is used up, the new one must be kept.
      c.executionCtx.waitUntil(renewal.catch(() => {}));
      return await renewal;
    }
    if (tokens.accessExpiresAt > now) return tokens.accessToken;
    await scheduler.wait(WAIT_MS);
    session = await sessions.find(session.idHash, clock());
  }
  if (session === null) return null;
  throw new DependencyError(
    "identity_provider",
    "another request has not renewed the session's tokens in time",
  );
}

async function renew(c: Context<AppEnv>, { idHash }: Session, tokens: SessionTokens): Promise<string | null> {
  const { config, sessions, signIn } = c.get("deps");
  let renewed: SessionTokens | null;
  try {
    renewed = await signIn.renew(tokens);
  } catch (error) {
    await sessions.endRenewal(idHash, null);
    throw error;
  }
  if (renewed === null) {
    await sessions.end(idHash);
    return null;
  }
  const sealed = await seal(JSON.stringify(renewed), sessionTokensPurpose(idHash), config.masterKeys);
  await sessions.endRenewal(idHash, sealed);
  return renewed.accessToken;
}
