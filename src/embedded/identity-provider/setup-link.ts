// One-time links where a user sets the password. Only the hash of a link's key is stored.

import { and, eq, gt } from "drizzle-orm";
import { SETUP_LINK_HOURS } from "../../domain/realm.ts";
import { hashSecret, randomSecret } from "../../lib/secrets.ts";
import { hashPassword } from "./password-hash.ts";
import type { Realm } from "./realm.ts";
import { idpUsers } from "./schema.ts";

/** Under the realm's address, as Keycloak's own links are. */
export const SETUP_PATH = "/login-actions/action-token";

/** Ends the link made before. Null when there is no such user, or a disabled one. */
export async function makeSetupLink({ db, issuer, now }: Realm, userId: string): Promise<string | null> {
  const key = randomSecret();
  const updated = await db
    .update(idpUsers)
    .set({ setupKeyHash: await hashSecret(key), setupExpiresAt: now() + SETUP_LINK_HOURS * 3_600_000 })
    .where(and(eq(idpUsers.id, userId), eq(idpUsers.enabled, true)))
    .returning({ id: idpUsers.id });
  return updated.length === 0 ? null : `${issuer}${SETUP_PATH}?key=${key}`;
}

/** Whose link it is, without using it up; null when it is used, replaced, expired or unknown. */
export async function findSetupEmail(realm: Realm, key: string): Promise<string | null> {
  const user = await realm.db
    .select({ email: idpUsers.email })
    .from(idpUsers)
    .where(await isOpenLink(realm, key))
    .get();
  return user?.email ?? null;
}

/** Uses the link up; false when it was not open any more. */
export async function redeemSetupLink(realm: Realm, key: string, password: string): Promise<boolean> {
  const passwordHash = await hashPassword(password);
  const updated = await realm.db
    .update(idpUsers)
    .set({ passwordHash, setupKeyHash: null, setupExpiresAt: null, failedLogins: 0, lockedUntil: null })
    .where(await isOpenLink(realm, key))
    .returning({ id: idpUsers.id });
  return updated.length > 0;
}

async function isOpenLink({ now }: Realm, key: string) {
  return and(
    eq(idpUsers.setupKeyHash, await hashSecret(key)),
    gt(idpUsers.setupExpiresAt, now()),
    eq(idpUsers.enabled, true),
  );
}
