// Signing in at the identity provider by authorization code, for people instead of programs: it is not part of the API. All
// faces come back to one address, the only one that the provider's clients may name.
import { type Context, Hono } from "hono";
import type { SignedIn } from "../../domain/ports/identity-provider.ts";
import { merchantOf, type Principal } from "../../domain/principal.ts";
import { WALLET_CLIENT_ID } from "../../domain/realm.ts";
import { isSessionEnded } from "../../domain/standing.ts";
import { verifierFor } from "../../http/access-token.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { onError } from "../../http/errors.ts";
import { orThrow } from "../../http/refusals.ts";
import { addressKeyOf } from "../../http/request.ts";
import { hasSessionCookie } from "../../http/session.ts";
import { sessionCookie } from "../../http/session-cookie.ts";
import { noSignInCookies, readSignInCookie } from "../../http/sign-in-cookie.ts";
import type { Language } from "../../pages/languages.ts";
import { formPagePolicy } from "../../pages/policy.ts";
import type { SignInProblem } from "../../pages/sign-in/notice-texts.ts";
import { signedOutPage, signInProblemPage } from "../../pages/sign-in/notices.ts";
import { behindFace, type Dependencies } from "../../services/dependencies.ts";
import { signInCustomer } from "../../services/sessions/customer-sessions.ts";
import { openSession } from "../../services/sessions/sessions.ts";
import { showPage } from "../pages/show-page.ts";
import { beginSignIn, SIGN_IN_PATHS, START_PATHS } from "./begin-sign-in.ts";

export const signIn = new Hono<AppEnv>()
  .get("/sign-in", (c) => beginSignIn(c, "user"))
  .get("/callback", async (c) => {
    const deps = c.get("deps");
    const begun = await readSignInCookie(c);
    for (const cookie of noSignInCookies(begun)) c.header("Set-Cookie", cookie, { append: true });
    if (begun === null) return show(c, "late", 400);
    const { face = "user", to } = begun;
    const complete = async () => {
      const { searchParams } = new URL(c.req.url);
      const completed = await behindFace(deps, face).signIn.complete(searchParams, begun);
      return completed.ok || completed.error === "cancelled" ? completed : null;
    };
    const signedIn = orThrow(await deps.secretLookups.askProvider(addressKeyOf(c), complete));
    if (signedIn === null) return show(c, "late", 400);
    if (!signedIn.ok) return show(c, signedIn.error, 400);
    const principal = await verifierFor(deps.tokens)(signedIn.value.accessToken, deps.clock());
    const opened = await OPEN[face](deps, principal, signedIn.value);
    if (opened === null) return show(c, face === "user" ? "stranger" : "walletless", 403);
    if (opened === "stopped") return show(c, opened, 403);
    c.header("Set-Cookie", sessionCookie(opened.secret, face), { append: true });
    return c.redirect(to, 303);
  })
  // Where signing out ends, here or at the provider.
  .get("/signed-out", (c) => {
    if (c.req.query("state") === WALLET_CLIENT_ID) return c.redirect(START_PATHS.customer, 303);
    if (hasSessionCookie(c)) return c.redirect(START_PATHS.user, 303);
    return showPage(c, formPagePolicy(), (language) => signedOutPage(language, SIGN_IN_PATHS.user));
  });

/** Null for whoever may not sign in there. */
const OPEN = { user: openUserSession, customer: signInCustomer };

async function openUserSession(deps: Dependencies, principal: Principal, { email, ...tokens }: SignedIn) {
  const merchantId = merchantOf(principal, { allowCounters: false });
  if (!merchantId.ok) return null;
  // Otherwise a user who was removed while the provider was down would be sent back and forth without end.
  const key = { merchantId: merchantId.value, counterId: null, userId: principal.subject };
  if (isSessionEnded(await deps.findStanding(key), principal.issuedAt)) return null;
  const holder = { merchantId: merchantId.value, counterId: null, subject: principal.subject };
  return await openSession(deps, { ...holder, kind: "user", label: email }, tokens);
}

/** A person sees a page, whatever fails. Status and the line in the log are those of the API. */
signIn.onError(async (error, c) => {
  const { status } = await onError(error, c);
  return await show(c, "failed", status as 503);
});

async function show(c: Context<AppEnv>, problem: SignInProblem, status: 400 | 403 | 503): Promise<Response> {
  const { face = "user" } = (await readSignInCookie(c)) ?? {};
  const page = (language: Language) => signInProblemPage(problem, language, SIGN_IN_PATHS[face]);
  return await showPage(c, formPagePolicy(), page, status);
}
