import type { ProviderActor } from "#core/domain/identity-provider/provider-actor.ts";
import { DASHBOARD_CLIENT_ID } from "#core/domain/identity-provider/realm.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { asciiEmail } from "#core/lib/email.ts";
import { type LoggedIn, userLogin } from "./login-reports.ts";
import { isRightPassword } from "./password-hash.ts";
import type { PublicClientId } from "./public-clients.ts";
import type { Realm } from "./realm.ts";
import { subjectOfUser } from "./token-subject.ts";
import { findUserByEmail, shopOf } from "./users.ts";

/**
 * Returns null for every cause alike: a wrong password, an unknown or a disabled user. Each attempt counts before its password is
 * checked; otherwise many concurrent guesses would all pass before the first is counted.
 */
export async function authenticateUser(
  realm: Realm,
  { username, password, clientId }: { username: string; password: string; clientId: PublicClientId },
  { admitGuess = async () => true, report = () => {} }: ProviderActor = {},
): Promise<Result<LoggedIn | null, "rate_limited">> {
  if (!(await admitGuess(asciiEmail(username.toLowerCase())))) return err("rate_limited");
  const found = await findUserByEmail(realm.db, username);
  const user = found?.enabled ? found : undefined;
  if (!(await isRightPassword(password, user?.passwordHash ?? null)) || user === undefined) {
    report(userLogin("login.failed", user, clientId));
    return ok(null);
  }
  const shop = clientId === DASHBOARD_CLIENT_ID ? shopOf(user) : null;
  return ok({ ...subjectOfUser(user, clientId), login: userLogin("login.succeeded", user, clientId), shop });
}
