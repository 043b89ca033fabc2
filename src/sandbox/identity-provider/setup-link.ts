// One-time links with which users set their passwords. Only the hash of a link's key is stored. The key is in the
// fragment of the link, which browsers do not send, so it reaches no log.

import { and, eq, gt } from "drizzle-orm";
import { SETUP_LINK_HOURS } from "#core/domain/identity-provider/realm.ts";
import { issueSecret } from "#core/lib/issued-secret.ts";
import { hashSecret } from "#core/lib/secrets.ts";
import { hashPassword } from "./password-hash.ts";
import type { Realm } from "./realm.ts";
import { idpUsers } from "./schema.ts";
import { endSignInsOf } from "./sign-ins.ts";
import type { IdpUser } from "./users.ts";

/** Below the realm's path, as in Keycloak. */
export const SETUP_PATH = "/login-actions/action-token";

/** Replaces the user's previous link; its page is in the user's language. Null when the user does not exist or is disabled. */
export async function makeSetupLink(realm: Realm, userId: string): Promise<string | null> {
  const { db, issuer, masterKeys, now } = realm;
  const key = await issueSecret("setup link", masterKeys);
  const [user] = await db
    .update(idpUsers)
    .set({ setupKeyHash: await hashSecret(key), setupExpiresAt: now() + SETUP_LINK_HOURS * 3_600_000 })
    .where(and(eq(idpUsers.id, userId), eq(idpUsers.enabled, true)))
    .returning({ attributes: idpUsers.attributes });
  if (user === undefined) return null;
  const [locale] = user.attributes.locale ?? [];
  const query = locale === undefined ? "" : `?${new URLSearchParams({ ui_locales: locale })}`;
  return `${issuer}${SETUP_PATH}${query}#key=${key}`;
}

/** An open link's user; null when the link is used, replaced, expired or unknown. */
export async function findLinkOwner(
  realm: Realm,
  keyHash: string,
): Promise<Pick<IdpUser, "email" | "attributes"> | null> {
  const { email, attributes } = idpUsers;
  const isOpen = whereOpenLink(realm, keyHash);
  return (await realm.db.select({ email, attributes }).from(idpUsers).where(isOpen).get()) ?? null;
}

/** Sets the password and closes the link. Returns its user, or null when the link is no longer open. */
export async function redeemSetupLink(realm: Realm, key: string, password: string): Promise<IdpUser | null> {
  const passwordHash = await hashPassword(password);
  const [user] = await realm.db
    .update(idpUsers)
    .set({ passwordHash, setupKeyHash: null, setupExpiresAt: null })
    .where(whereOpenLink(realm, await hashSecret(key)))
    .returning();
  if (user === undefined) return null;
  // Whoever knew the old password may have signed in with it.
  await endSignInsOf(realm.db, user.id);
  return user;
}

function whereOpenLink({ now }: Realm, keyHash: string) {
  return and(
    eq(idpUsers.setupKeyHash, keyHash),
    gt(idpUsers.setupExpiresAt, now()),
    eq(idpUsers.enabled, true),
  );
}
