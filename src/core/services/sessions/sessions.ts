// Sessions of browsers: made when a user signs in or a till is paired, ended by signing out or from the dashboard.
import { v7 as newId } from "uuid";
import { findCounter } from "#core/db/counters/counters.ts";
import { copyAccount } from "#core/db/merchants/account-copies.ts";
import { findProfile } from "#core/db/merchants/merchant-profiles.ts";
import { findMerchant } from "#core/db/merchants/merchants.ts";
import {
  type CookieSession,
  SESSION_KINDS,
  type Session,
  type SessionKind,
  type SessionKindSettings,
  type SessionTokens,
  sessionExpiry,
  sessionTokensPurpose,
} from "#core/domain/sessions/session.ts";
import { digitsAt, placedId } from "#core/domain/shards/shard-ids.ts";
import { issueSecret } from "#core/lib/issued-secret.ts";
import { log } from "#core/lib/log.ts";
import { open, seal } from "#core/lib/seal.ts";
import { hashSecret } from "#core/lib/secrets.ts";
import { type Dependencies, sessionBackend } from "#core/services/dependencies.ts";

export interface Opened<Held extends CookieSession = Session> {
  /** The cookie has it; only its hash is stored. */
  secret: string;
  session: Held;
}

/** `tokens`: those of a user; a till has none. `id`: that of a till in a cell. */
export async function openSession(
  deps: Dependencies,
  holder: Pick<Session, "kind" | "merchantId" | "counterId" | "subject" | "label">,
  tokens: SessionTokens | null,
  id: string | null = null,
): Promise<Opened> {
  const { secret, cookie } = await newCookie(deps, SESSION_KINDS[holder.kind], tokens, id);
  const session = { ...holder, ...cookie };
  await deps.sessions.of(id).insert(session);
  return { secret, session };
}

/** The id for a new till's session, whose cell has the account by then; null at home. Throws DependencyError. */
export async function placeTill(
  { config, shards, clock }: Dependencies,
  merchantId: string,
): Promise<string | null> {
  const now = clock();
  const digits = digitsAt(merchantId, config.cells, now);
  if (digits === 0) return null;
  const newest = newId({ msecs: now });
  const id = placedId(newest, { id: newest, merchantId }, digits);
  const cells = shards.of(id).filter((shard) => shard !== shards.home);
  for (const cell of cells) await copyAccount(shards, merchantId, cell);
  return id;
}

/** This is the same for all kinds. `id`: one that is in the cookie, because it says where the session is. */
export async function newCookie(
  { config, clock }: Dependencies,
  sessionKind: SessionKindSettings,
  tokens: SessionTokens | null,
  id: string | null = null,
): Promise<{ secret: string; cookie: Omit<CookieSession, "label"> }> {
  const secret = await issueSecret(sessionKind.secretKind, config.masterKeys, id === null ? "" : `.${id}`);
  const idHash = await hashSecret(secret);
  const now = clock();
  const purpose = sessionTokensPurpose(idHash);
  const sealed = tokens === null ? null : await seal(JSON.stringify(tokens), purpose, config.masterKeys);
  const expiresAt = sessionExpiry(sessionKind, now, now);
  const times = { createdAt: now, lastUsedAt: now, expiresAt };
  return { secret, cookie: { ...times, idHash, id: id ?? crypto.randomUUID(), tokens: sealed } };
}

/**
 * Ends it at the provider too. Should that fail, the session is over here, and its refresh token, of which there is no other
 * copy, is gone. Returns where to send the browser, so that the provider ends its own session there as well; null when
 * there is no such page, or the provider does not respond.
 */
export async function endSession(
  deps: Dependencies,
  sessionKind: SessionKind,
  { idHash, id, tokens }: CookieSession,
): Promise<string | null> {
  const { store, signIn } = sessionBackend(deps, sessionKind, id);
  await store.end(idHash);
  if (tokens === null) return null;
  try {
    const opened = await open(tokens, sessionTokensPurpose(idHash), deps.config.masterKeys);
    return await signIn.end(JSON.parse(opened) as SessionTokens);
  } catch (error) {
    log("warn", "provider_session_not_ended", { error });
    return null;
  }
}

export async function describeSession(
  { db, findRestrictions }: Dependencies,
  { kind, merchantId, counterId, subject }: Pick<Session, "kind" | "merchantId" | "counterId" | "subject">,
) {
  const [merchant, profile, counter, restrictions] = await Promise.all([
    findMerchant(db, merchantId),
    findProfile(db, merchantId),
    counterId === null ? null : findCounter(db, merchantId, counterId),
    kind === "user" ? findRestrictions({ merchantId, counterId: null, userId: subject }) : null,
  ]);
  return {
    merchantName: merchant?.businessName ?? "",
    timeZone: merchant?.timeZone ?? "UTC",
    profile,
    counterName: counter?.name ?? null,
    role: restrictions?.userRole ?? null,
  };
}
