// What a sign-in leaves behind: first a code, then one refresh token after another. All of them name its row, so that
// one which is used twice ends the sign-in: it must have been copied (RFC 9700 §4.14.2).
import { and, eq, gt, isNull, lte } from "drizzle-orm";
import { calculatePKCECodeChallenge } from "oauth4webapi";
import type { Database } from "#core/db/client.ts";
import { DASHBOARD_CLIENT_ID } from "#core/domain/identity-provider/realm.ts";
import { issueSecret } from "#core/lib/issued-secret.ts";
import { hashSecret, isSameSecret, randomSecret } from "#core/lib/secrets.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";
import type { PublicClientId } from "./public-clients.ts";
import type { Realm } from "./realm.ts";
import { idpSignIns } from "./schema.ts";

export const CODE_MS = 60_000;
const SIGN_IN_MS = 7 * 86_400_000;

export type SignIn = typeof idpSignIns.$inferSelect;

export interface Continued {
  signIn: SignIn;
  refreshToken: string;
}

export async function issueCode(
  { db, now }: Realm,
  userId: string,
  { clientId, redirectUri, codeChallenge, nonce }: AuthorizationRequest,
): Promise<string> {
  const id = crypto.randomUUID();
  const secret = randomSecret();
  const createdAt = now();
  await db.insert(idpSignIns).values({
    id,
    userId,
    clientId,
    redirectUri,
    codeChallenge,
    nonce,
    codeHash: await hashSecret(secret),
    refreshHash: null,
    createdAt,
    expiresAt: createdAt + CODE_MS,
  });
  return `${id}.${secret}`;
}

/** Lets the user's browser in once, within a minute, at the page that issues codes. */
export function issueEntry(realm: Realm, userId: string): Promise<string> {
  // No token endpoint takes it for a code: no challenge is empty.
  const request = { clientId: DASHBOARD_CLIENT_ID, redirectUri: "", codeChallenge: "", nonce: null } as const;
  return issueCode(realm, userId, { ...request, state: null });
}

/** Returns the user's id, and uses the entry up; null when it is unknown, expired, used, or the password is another by now. */
export async function redeemEntry({ db, now }: Realm, entry: string): Promise<string | null> {
  const { id, secret } = splitToken(entry);
  const isOpen = and(
    eq(idpSignIns.id, id),
    eq(idpSignIns.codeHash, await hashSecret(secret)),
    eq(idpSignIns.codeChallenge, ""),
    gt(idpSignIns.expiresAt, now()),
  );
  const [used] = await db.delete(idpSignIns).where(isOpen).returning({ userId: idpSignIns.userId });
  return used?.userId ?? null;
}

/** Returns null when the code is unknown, expired, used, or was issued for something else. A used one ends its sign-in. */
export async function redeemCode(
  realm: Realm,
  clientId: PublicClientId,
  { code, redirectUri, codeVerifier }: { code: string; redirectUri: string; codeVerifier: string },
): Promise<Continued | null> {
  const { id, secret } = splitToken(code);
  const signIn = await find(realm, id);
  if (signIn === null || !isSameSecret(await hashSecret(secret), signIn.codeHash)) return null;
  if (signIn.refreshHash !== null) return await end(realm, id);
  if (
    signIn.clientId !== clientId ||
    signIn.redirectUri !== redirectUri ||
    signIn.codeChallenge !== (await calculatePKCECodeChallenge(codeVerifier))
  )
    return null;
  return await replaceToken(realm, signIn, realm.now() + SIGN_IN_MS);
}

/** Returns null when the token is unknown, expired, or no longer the newest. */
export async function redeemRefreshToken(
  realm: Realm,
  clientId: PublicClientId,
  token: string,
): Promise<Continued | null> {
  const { id, secret } = splitToken(token);
  const signIn = await find(realm, id);
  if (signIn === null || signIn.refreshHash === null || signIn.clientId !== clientId) return null;
  if (!isSameSecret(await hashSecret(secret), signIn.refreshHash)) return await end(realm, id);
  return await replaceToken(realm, signIn, signIn.expiresAt);
}

/** Returns null when the token is not the newest. */
export async function revokeRefreshToken(
  { db }: Realm,
  id: string,
  refreshHash: string,
): Promise<{ id: string } | null> {
  const isNewest = and(eq(idpSignIns.id, id), eq(idpSignIns.refreshHash, refreshHash));
  const [ended] = await db.delete(idpSignIns).where(isNewest).returning({ id: idpSignIns.id });
  return ended ?? null;
}

export async function endSignIn({ db }: Realm, { sid, sub }: { sid: string; sub: string }): Promise<void> {
  await db.delete(idpSignIns).where(and(eq(idpSignIns.id, sid), eq(idpSignIns.userId, sub)));
}

export async function endSignInsOf(db: Database, userId: string): Promise<void> {
  await db.delete(idpSignIns).where(eq(idpSignIns.userId, userId));
}

export async function deleteExpiredSignIns(db: Database, now: number): Promise<void> {
  await db.delete(idpSignIns).where(lte(idpSignIns.expiresAt, now));
}

/** If two requests come with the same code or token, only one replaces it; the other ends the sign-in. */
async function replaceToken(realm: Realm, read: SignIn, expiresAt: number): Promise<Continued | null> {
  const { id, refreshHash } = read;
  const secret = await issueSecret("refresh token", realm.masterKeys);
  const isUnchanged =
    refreshHash === null ? isNull(idpSignIns.refreshHash) : eq(idpSignIns.refreshHash, refreshHash);
  const [signIn] = await realm.db
    .update(idpSignIns)
    .set({ refreshHash: await hashSecret(secret), expiresAt })
    .where(and(eq(idpSignIns.id, id), isUnchanged))
    .returning();
  return signIn === undefined ? await end(realm, id) : { signIn, refreshToken: `${id}.${secret}` };
}

async function find({ db, now }: Realm, id: string): Promise<SignIn | null> {
  const signIn = await db.select().from(idpSignIns).where(eq(idpSignIns.id, id)).get();
  return signIn === undefined || signIn.expiresAt <= now() ? null : signIn;
}

async function end({ db }: Realm, id: string): Promise<null> {
  await db.delete(idpSignIns).where(eq(idpSignIns.id, id));
  return null;
}

export function splitToken(token: string): { id: string; secret: string } {
  const [id = "", secret = ""] = token.split(".");
  return { id, secret };
}
