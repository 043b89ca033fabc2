import { beginLogin, completeLogin } from "./login-limits.ts";
import { type LoggedIn, userLogin } from "./login-reports.ts";
import { isRightPassword } from "./password-hash.ts";
import type { PublicClientId } from "./public-clients.ts";
import type { Realm, Report } from "./realm.ts";
import { subjectOfUser } from "./token-subject.ts";

/** Null for every cause alike: a wrong password, an unknown or disabled user, or one who has failed too often. */
export async function authenticateUser(
  realm: Realm,
  { username, password, clientId }: { username: string; password: string; clientId: PublicClientId },
  addressKey: string,
  report: Report,
): Promise<LoggedIn | null> {
  const { user, isLockedOut } = await beginLogin(realm, username, addressKey);
  const passwordHash = isLockedOut ? null : user?.passwordHash;
  if (!(await isRightPassword(password, passwordHash ?? null)) || user === undefined) {
    report(userLogin(isLockedOut ? "login.locked_out" : "login.failed", user, clientId));
    return null;
  }
  await completeLogin(realm, user.id, addressKey);
  return { ...subjectOfUser(user, clientId), login: userLogin("login.succeeded", user, clientId) };
}
