// The password grant (RFC 6749 §4.3): checks a user's password and builds the claims of the token.
import { and, eq, isNull, lte, or, sql } from "drizzle-orm";
import { AUDIENCE, DASHBOARD_CLIENT_ID } from "../../domain/realm.ts";
import type { TokenSubject } from "./access-token.ts";
import { OAuthError } from "./oauth-error.ts";
import { isRightPassword } from "./password-hash.ts";
import type { Realm } from "./realm.ts";
import { idpUsers } from "./schema.ts";
import type { IdpUser } from "./users.ts";

const FREE_FAILURES = 10;
const LOCK_MS = 60_000;

/** Throws the same OAuthError for a wrong password and for an unknown, disabled or locked user. */
export async function authenticateUser(
  realm: Realm,
  form: ReadonlyMap<string, string>,
): Promise<TokenSubject> {
  const username = required(form, "username");
  const password = required(form, "password");
  const user = await beginLogin(realm, username);
  if (!(await isRightPassword(password, user?.passwordHash ?? null)) || user === undefined) {
    throw new OAuthError("invalid_grant", "Invalid user credentials");
  }
  await realm.db.update(idpUsers).set({ failedLogins: 0, lockedUntil: null }).where(eq(idpUsers.id, user.id));
  return { id: user.id, clientId: DASHBOARD_CLIENT_ID, claims: claimsOf(user) };
}

/**
 * Counts the attempt as failed before the password is checked; otherwise many concurrent guesses would all
 * pass before the first is counted. Undefined when the user is unknown, disabled or locked.
 */
async function beginLogin({ db, now }: Realm, username: string): Promise<IdpUser | undefined> {
  const at = now();
  const [user] = await db
    .update(idpUsers)
    .set({
      failedLogins: sql`${idpUsers.failedLogins} + 1`,
      lockedUntil: sql`CASE WHEN ${idpUsers.failedLogins} + 1 >= ${FREE_FAILURES} THEN ${at + LOCK_MS} END`,
    })
    .where(
      and(
        eq(idpUsers.email, username.toLowerCase()),
        eq(idpUsers.enabled, true),
        or(isNull(idpUsers.lockedUntil), lte(idpUsers.lockedUntil, at)),
      ),
    )
    .returning();
  return user;
}

function claimsOf({ email, attributes, roles }: IdpUser) {
  const [merchantId] = attributes.merchant_id ?? [];
  return {
    aud: AUDIENCE,
    preferred_username: email,
    email,
    realm_access: { roles },
    ...(merchantId !== undefined && { merchant_id: merchantId }),
  };
}

function required(form: ReadonlyMap<string, string>, name: string): string {
  const value = form.get(name);
  if (value === undefined) throw new OAuthError("invalid_request", `Missing form parameter: ${name}`);
  return value;
}
