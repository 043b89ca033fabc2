// The password grant (RFC 6749 §4.3): checks a user's password and builds the claims of the token.
import { AUDIENCE, DASHBOARD_CLIENT_ID } from "../../domain/realm.ts";
import type { TokenSubject } from "./access-token.ts";
import { beginLogin, completeLogin } from "./login-limits.ts";
import { type LoggedIn, userLogin } from "./login-reports.ts";
import { OAuthError } from "./oauth-error.ts";
import { isRightPassword } from "./password-hash.ts";
import type { Realm, Report } from "./realm.ts";
import type { IdpUser } from "./users.ts";

/** Throws the same OAuthError for a wrong password and for an unknown, disabled user, or one who has failed too often. */
export async function authenticateUser(
  realm: Realm,
  form: ReadonlyMap<string, string>,
  addressKey: string,
  report: Report,
): Promise<LoggedIn> {
  const username = required(form, "username");
  const password = required(form, "password");
  const { user, isLockedOut } = await beginLogin(realm, username, addressKey);
  const passwordHash = isLockedOut ? null : user?.passwordHash;
  if (!(await isRightPassword(password, passwordHash ?? null)) || user === undefined) {
    report(userLogin(isLockedOut ? "login.locked_out" : "login.failed", user));
    throw invalidUser();
  }
  await completeLogin(realm, user.id, addressKey);
  const login = userLogin("login.succeeded", user);
  return { ...subjectOf(user), login };
}

export function invalidUser(): OAuthError {
  return new OAuthError("invalid_grant", "Invalid user credentials");
}

export function subjectOf(user: IdpUser): TokenSubject {
  return { id: user.id, clientId: DASHBOARD_CLIENT_ID, claims: claimsOf(user) };
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
