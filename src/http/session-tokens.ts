// The provider's tokens behind a session of any face, and how they are renewed.
import type { Context } from "hono";
import { DependencyError } from "../domain/dependency-error.ts";
import type { Principal } from "../domain/principal.ts";
import {
  type CookieSession,
  type Face,
  isUseNoted,
  type SessionTokens,
  sessionExpiry,
  sessionTokensPurpose,
} from "../domain/session.ts";
import { logFailure } from "../lib/log.ts";
import { open, seal } from "../lib/seal.ts";
import { behindFace } from "../services/dependencies.ts";
import { verifierFor } from "./access-token.ts";
import type { AppEnv } from "./app-env.ts";

/** How long before it expires an access token is renewed. */
const RENEWED_AHEAD_MS = 30_000;
/** A renewal may take this long, which is longer than the provider's time-outs together. */
const RENEWAL_MS = 15_000;
const WAIT_MS = 100;
const WAITS_MAX = 50;

/** Whom the tokens are about. Null when the session is over. */
export async function signedInPrincipal(
  c: Context<AppEnv>,
  face: Face,
  session: CookieSession,
): Promise<Principal | null> {
  const accessToken = await accessTokenOf(c, face, session);
  if (accessToken === null) return null;
  const { tokens, clock } = c.get("deps");
  return await verifierFor(tokens)(accessToken, clock());
}

export function noteUse(c: Context<AppEnv>, face: Face, session: CookieSession): void {
  const now = c.get("deps").clock();
  if (isUseNoted(session, now)) return;
  const { idHash, id, createdAt } = session;
  const { store } = behindFace(c.get("deps"), face, id);
  const noted = store.noteUse(idHash, now, sessionExpiry({ kind: face, createdAt }, now));
  c.executionCtx.waitUntil(logFailure("warn", "session_use_not_noted", {}, noted));
}

/**
 * One request renews the tokens. The others use the old token as long as it lasts, then wait: a provider takes a refresh
 * token that is used twice for a stolen one. Null when the session is over.
 */
async function accessTokenOf(c: Context<AppEnv>, face: Face, found: CookieSession): Promise<string | null> {
  const { config, clock } = c.get("deps");
  const { store } = behindFace(c.get("deps"), face, found.id);
  let session: CookieSession | null = found;
  for (let waits = 0; session !== null && waits < WAITS_MAX; waits++) {
    const purpose = sessionTokensPurpose(session.idHash);
    const tokens: SessionTokens = JSON.parse(await open(session.tokens ?? "", purpose, config.masterKeys));
    const now = clock();
    if (tokens.accessExpiresAt > now + RENEWED_AHEAD_MS) return tokens.accessToken;
    if (await store.beginRenewal(session, now, now + RENEWAL_MS)) {
      const renewal = renew(c, face, session, tokens);
      // Also when the page has been left meanwhile: the old refresh token is used up, the new one must be kept.
      c.executionCtx.waitUntil(renewal.catch(() => {}));
      return await renewal;
    }
    if (tokens.accessExpiresAt > now) return tokens.accessToken;
    await scheduler.wait(WAIT_MS);
    session = await store.find(session.idHash, clock());
  }
  if (session === null) return null;
  throw new DependencyError(
    "identity_provider",
    "another request has not renewed the session's tokens in time",
  );
}

async function renew(
  c: Context<AppEnv>,
  face: Face,
  { idHash, id }: CookieSession,
  tokens: SessionTokens,
): Promise<string | null> {
  const { config } = c.get("deps");
  const { store, signIn } = behindFace(c.get("deps"), face, id);
  let renewed: SessionTokens | null;
  try {
    renewed = await signIn.renew(tokens);
  } catch (error) {
    await store.endRenewal(idHash, null);
    throw error;
  }
  if (renewed === null) {
    await store.end(idHash);
    return null;
  }
  const sealed = await seal(JSON.stringify(renewed), sessionTokensPurpose(idHash), config.masterKeys);
  await store.endRenewal(idHash, sealed);
  return renewed.accessToken;
}
