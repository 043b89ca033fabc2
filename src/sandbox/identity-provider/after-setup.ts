// Who has just set a password has shown who they are: their browser is let in once, without the form.
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { authorizationUrl, DASHBOARD_CLIENT_ID } from "#core/domain/identity-provider/realm.ts";
import { open, seal } from "#core/lib/seal.ts";
import { type AuthorizationRequest, respondTo } from "./authorization-request.ts";
import { userLogin } from "./login-reports.ts";
import { type ProviderEnv, type Realm, reporterOf } from "./realm.ts";
import { issueCode } from "./sign-ins.ts";
import { isAdmitted, isAllowed, subjectOfUser } from "./token-subject.ts";
import { findUserById, type IdpUser } from "./users.ts";

const COOKIE = "password-set";
const PURPOSE = "password-set cookie";
const SECONDS = 60;
const FIRST_PAGE = "/dashboard/home";

/** Returns where the browser goes on to; null where another site may have sent it, or the user has no dashboard. */
export async function beginFirstSignIn(
  realm: Realm,
  c: Context<ProviderEnv>,
  { id, attributes, passwordHash }: IdpUser,
): Promise<string | null> {
  // Otherwise a stranger's page could sign somebody in as the stranger.
  const isFromHere = c.req.header("Sec-Fetch-Site") === "same-origin";
  if (!isFromHere || attributes.merchant_id === undefined) return null;
  const entry = { id, passwordHash, until: realm.now() + SECONDS * 1000 };
  const sealed = await seal(JSON.stringify(entry), PURPOSE, realm.masterKeys);
  setCookie(c, COOKIE, sealed, { ...attributesFor(realm), maxAge: SECONDS });
  return `${realm.publicUrl}/session/sign-in?to=${encodeURIComponent(FIRST_PAGE)}`;
}

/** Returns where the code goes; null for everyone else. */
export async function finishFirstSignIn(
  realm: Realm,
  c: Context<ProviderEnv>,
  request: AuthorizationRequest,
): Promise<string | null> {
  const sealed = getCookie(c, COOKIE);
  if (sealed === undefined || request.clientId !== DASHBOARD_CLIENT_ID) return null;
  setCookie(c, COOKIE, "", { ...attributesFor(realm), maxAge: 0 });
  const text = await open(sealed, PURPOSE, realm.masterKeys).catch(() => null);
  if (text === null) return null;
  const entry: { id: string; passwordHash: string; until: number } = JSON.parse(text);
  const user = await findUserById(realm.db, entry.id);
  // The password may be another one by now.
  if (!user?.enabled || user.passwordHash !== entry.passwordHash || entry.until <= realm.now()) return null;
  const subject = subjectOfUser(user, request.clientId);
  if (!(await isAllowed(subject, c.env)) || !(await isAdmitted(subject, c.env))) return null;
  reporterOf(c)(userLogin("login.succeeded", user, request.clientId));
  return respondTo(realm, request, { code: await issueCode(realm, user.id, request) });
}

/** Only the authorization endpoint gets it. */
function attributesFor({ issuer }: Realm) {
  const { pathname, protocol } = new URL(authorizationUrl(issuer));
  return { path: pathname, httpOnly: true, sameSite: "Lax", secure: protocol === "https:" } as const;
}
