// The provider's tokens behind a session of any kind, and how they are renewed.
import type { Context } from "hono";
import { DependencyError } from "#core/domain/dependency-error.ts";
import type { CookieSessionStore } from "#core/domain/ports/sessions.ts";
import type { ActorIdentity } from "#core/domain/sessions/actor-identity.ts";
import {
  type CookieSession,
  isUseNoted,
  type SessionKind,
  type SessionKindSettings,
  type SessionTokens,
  sessionExpiry,
  sessionTokensPurpose,
} from "#core/domain/sessions/session.ts";
import { log, logFailure } from "#core/lib/log.ts";
import { open, seal } from "#core/lib/seal.ts";
import { sessionBackend } from "#core/services/dependencies.ts";
import { verifierFor } from "./access-token.ts";
import type { AppEnv } from "./app-env.ts";

/** How long before it expires an access token is renewed. */
const RENEWED_AHEAD_MS = 30_000;
/** A renewal may take this long, which is longer than the provider's time-outs together. */
const RENEWAL_MS = 20_000;
/** The clocks of two Workers differ by less. */
const CLOCKS_DIFFER_MS = 60_000;
const WAIT_MS = 200;
const WAITED_MAX_MS = 2 * RENEWAL_MS;

/** Whom the tokens are about. Returns null when the session is over. */
export async function signedInIdentity(
  c: Context<AppEnv>,
  sessionKind: SessionKind,
  session: CookieSession,
): Promise<ActorIdentity | null> {
  const accessToken = await accessTokenOf(c, sessionKind, session);
  if (accessToken === null) return null;
  const { tokens, clock } = c.get("deps");
  return await verifierFor(tokens)(accessToken, clock());
}

export function noteUse(
  c: Context<AppEnv>,
  sessionKind: SessionKindSettings,
  store: Pick<CookieSessionStore<CookieSession>, "noteUse">,
  session: CookieSession,
): void {
  const now = c.get("deps").clock();
  if (isUseNoted(session, now)) return;
  const noted = store.noteUse(session.idHash, now, sessionExpiry(sessionKind, session.createdAt, now));
  c.executionCtx.waitUntil(logFailure("warn", "session_use_not_noted", {}, noted));
}

/**
 * One request renews the tokens. The others use the old token as long as it lasts, then wait: a provider takes a refresh
 * token that is used twice for a stolen one. Null when the session is over.
 */
async function accessTokenOf(
  c: Context<AppEnv>,
  sessionKind: SessionKind,
  found: CookieSession,
): Promise<string | null> {
  const { config, clock } = c.get("deps");
  const { store } = sessionBackend(c.get("deps"), sessionKind, found.id);
  let session: CookieSession | null = found;
  let watchedMs = 0;
  for (let waitedMs = 0; session !== null && waitedMs <= WAITED_MAX_MS; ) {
    const purpose = sessionTokensPurpose(session.idHash);
    const tokens: SessionTokens = JSON.parse(await open(session.tokens ?? "", purpose, config.masterKeys));
    const now = clock();
    if (tokens.accessExpiresAt > now + RENEWED_AHEAD_MS) return tokens.accessToken;
    const until = now + RENEWAL_MS;
    if (!isBeingRenewed(session, now, watchedMs) && (await store.beginRenewal(session, until))) {
      const renewal = renew(c, sessionKind, { session, tokens, until });
      // The renewal goes on when the page has been left meanwhile: the old refresh token is used up, the new one must be kept.
      c.executionCtx.waitUntil(renewal.catch(() => {}));
      const accessToken = await renewal;
      if (accessToken !== null) return accessToken;
    } else if (tokens.accessExpiresAt > now) return tokens.accessToken;
    else await scheduler.wait(WAIT_MS);
    waitedMs += WAIT_MS;
    const last: CookieSession = session;
    session = await store.find(last.idHash, clock());
    watchedMs = session?.renewedUntil === last.renewedUntil ? watchedMs + WAIT_MS : 0;
  }
  if (session === null) return null;
  throw new DependencyError(
    "identity_provider",
    "another request has not renewed the session's tokens in time",
  );
}

/** A Worker may have died of it. Its clock may have been wrong, so the time is also watched by this one's. */
function isBeingRenewed({ renewedUntil = null }: CookieSession, now: number, watchedMs: number): boolean {
  return renewedUntil !== null && renewedUntil > now - CLOCKS_DIFFER_MS && watchedMs <= RENEWAL_MS;
}

/** Returns null when the provider has ended the session, or another request has renewed it after all. */
async function renew(
  c: Context<AppEnv>,
  sessionKind: SessionKind,
  { session, tokens, until }: { session: CookieSession; tokens: SessionTokens; until: number },
): Promise<string | null> {
  const { config, clock } = c.get("deps");
  const { idHash } = session;
  const { store, signIn } = sessionBackend(c.get("deps"), sessionKind, session.id);
  let renewed: SessionTokens | null;
  try {
    renewed = await signIn.renew(tokens);
  } catch (error) {
    await store.endRenewal(session, until, null);
    if (tokens.accessExpiresAt <= clock()) throw error;
    log("warn", "session_not_renewed", { error });
    return tokens.accessToken;
  }
  if (renewed === null) {
    const current = await store.find(idHash, clock());
    if (current?.tokens === session.tokens) await store.end(idHash);
    return null;
  }
  const sealed = await seal(JSON.stringify(renewed), sessionTokensPurpose(idHash), config.masterKeys);
  const keep = () => store.endRenewal(session, until, sealed);
  // There is no other copy. Should it be lost, the user signs in again, but not because of this request.
  await keep()
    .catch(keep)
    .catch((error: unknown) => log("warn", "session_not_renewed", { error }));
  return renewed.accessToken;
}
