// Who has just set a password has shown who they are: their browser is let in once, without the form.
import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import { DASHBOARD_CLIENT_ID } from "#core/domain/identity-provider/realm.ts";
import { open, seal } from "#core/lib/seal.ts";
import { isLanguage } from "#pages/languages.ts";
import { type AuthorizationRequest, respondTo } from "./authorization-request.ts";
import { userLogin } from "./login-reports.ts";
import { type ProviderEnv, type Realm, reporterOf } from "./realm.ts";
import { rememberShop, setSignInCookie } from "./sign-in-cookies.ts";
import { CODE_MS, issueCode, issueEntry, redeemEntry } from "./sign-ins.ts";
import { isAdmitted, isAllowed, subjectOfUser } from "./token-subject.ts";
import { findUserById, type IdpUser, shopOf } from "./users.ts";

const COOKIE = "password-set";
const PURPOSE = "password-set cookie";
const FIRST_PAGE = "/dashboard/home";

/** Returns where the browser goes on to; null where another site may have sent it, or the user has no dashboard. */
export async function beginFirstSignIn(
  realm: Realm,
  c: Context<ProviderEnv>,
  { id, attributes }: IdpUser,
): Promise<string | null> {
  // Otherwise a stranger's page could sign somebody in as the stranger.
  const isFromHere = c.req.header("Sec-Fetch-Site") === "same-origin";
  if (!isFromHere || attributes.merchant_id === undefined) return null;
  const sealed = await seal(await issueEntry(realm, id), PURPOSE, realm.masterKeys);
  setSignInCookie(realm, c, COOKIE, sealed, CODE_MS / 1000);
  const language = c.req.query("ui_locales") ?? "";
  const to = isLanguage(language) ? `${FIRST_PAGE}?lang=${language}` : FIRST_PAGE;
  return `${realm.publicUrl}/session/sign-in?to=${encodeURIComponent(to)}`;
}

/** Returns where the code goes; null for everyone else. */
export async function finishFirstSignIn(
  realm: Realm,
  c: Context<ProviderEnv>,
  request: AuthorizationRequest,
): Promise<string | null> {
  const sealed = getCookie(c, COOKIE);
  if (sealed === undefined || request.clientId !== DASHBOARD_CLIENT_ID) return null;
  setSignInCookie(realm, c, COOKIE, "", 0);
  // An invented one costs no query.
  const entry = await open(sealed, PURPOSE, realm.masterKeys).catch(() => null);
  const userId = entry === null ? null : await redeemEntry(realm, entry);
  const user = userId === null ? undefined : await findUserById(realm.db, userId);
  if (!user?.enabled) return null;
  const subject = subjectOfUser(user, request.clientId);
  if (!(await isAllowed(subject, c.env)) || !(await isAdmitted(subject, c.env))) return null;
  await rememberShop(realm, c, shopOf(user));
  reporterOf(c)(userLogin("login.succeeded", user, request.clientId));
  return respondTo(realm, request, { code: await issueCode(realm, user.id, request) });
}
