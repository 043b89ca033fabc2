// Signing in at the identity provider by authorization code, for people instead of programs: it is not part of the API. All
// kinds come back to one address, the only one that the provider's clients may name.
import { type Context, Hono } from "hono";
import { generateCookie, getCookie } from "hono/cookie";
import { WALLET_CLIENT_ID } from "#core/domain/identity-provider/realm.ts";
import { isSessionEnded } from "#core/domain/merchants/restrictions.ts";
import type { SignedIn, SignInAttempt } from "#core/domain/ports/identity-provider.ts";
import { type ActorIdentity, merchantOf } from "#core/domain/sessions/actor-identity.ts";
import { SESSION_KINDS } from "#core/domain/sessions/session.ts";
import { verifierFor } from "#core/http/access-token.ts";
import type { AppEnv } from "#core/http/app-env.ts";
import { onError } from "#core/http/errors.ts";
import { orThrow } from "#core/http/refusals.ts";
import { addressKeyOf } from "#core/http/request.ts";
import { hasSessionCookie } from "#core/http/session.ts";
import { COOKIE_ATTRIBUTES, sessionCookie } from "#core/http/session-cookie.ts";
import { deviceName } from "#core/lib/device-name.ts";
import { isLoopback } from "#core/lib/loopback.ts";
import { ownPath } from "#core/lib/own-path.ts";
import { open, seal } from "#core/lib/seal.ts";
import { showPage } from "#core/routes/pages/show-page.ts";
import { type Dependencies, sessionBackend } from "#core/services/dependencies.ts";
import { signInCustomer } from "#core/services/sessions/customer-sessions.ts";
import { openSession } from "#core/services/sessions/sessions.ts";
import type { Language } from "#pages/languages.ts";
import { formPagePolicy } from "#pages/policy.ts";
import type { SignInProblem } from "#pages/sign-in/notice-texts.ts";
import { signedOutPage, signInProblemPage } from "#pages/sign-in/notices.ts";

export const signIn = new Hono<AppEnv>()
  .get("/sign-in", (c) => beginSignIn(c, "user"))
  .get("/callback", async (c) => {
    const deps = c.get("deps");
    const begun = await readSignInCookie(c);
    for (const cookie of noSignInCookies(begun)) c.header("Set-Cookie", cookie, { append: true });
    if (begun === null) return show(c, "late", 400);
    const { sessionKind, to } = begun;
    const complete = async () => {
      const { searchParams } = new URL(c.req.url);
      const completed = await sessionBackend(deps, sessionKind).signIn.complete(searchParams, begun);
      return completed.ok || completed.error === "cancelled" ? completed : null;
    };
    const signedIn = orThrow(await deps.secretGuesses.askProvider(addressKeyOf(c), complete));
    if (signedIn === null) return show(c, "late", 400);
    if (!signedIn.ok) return show(c, signedIn.error, 400);
    const identity = await verifierFor(deps.tokens)(signedIn.value.accessToken, deps.clock());
    const device = deviceName(c.req.header("User-Agent") ?? "");
    const opened = await OPEN[sessionKind](deps, identity, signedIn.value, device);
    if (opened === null) return show(c, sessionKind === "user" ? "stranger" : "walletless", 403);
    if (opened === "stopped") return show(c, opened, 403);
    c.header("Set-Cookie", sessionCookie(opened.secret, SESSION_KINDS[sessionKind]), { append: true });
    return c.redirect(to, 303);
  })
  // Where signing out ends, here or at the provider.
  .get("/signed-out", (c) => {
    if (c.req.query("state") === WALLET_CLIENT_ID) return c.redirect(START_PATHS.customer, 303);
    if (hasSessionCookie(c)) return c.redirect(START_PATHS.user, 303);
    return showPage(c, formPagePolicy(), (language) => signedOutPage(language, SIGN_IN_PATHS.user));
  });

/** They return null for whoever may not sign in there. */
const OPEN = { user: openUserSession, customer: signInCustomer };

async function openUserSession(deps: Dependencies, identity: ActorIdentity, { email, ...tokens }: SignedIn) {
  const merchantId = merchantOf(identity, { allowCounters: false });
  if (!merchantId.ok) return null;
  // Otherwise a user who was removed while the provider was down would be sent back and forth without end.
  const key = { merchantId: merchantId.value, counterId: null, userId: identity.subject };
  if (isSessionEnded(await deps.findRestrictions(key), identity.issuedAt)) return null;
  const holder = { merchantId: merchantId.value, counterId: null, subject: identity.subject };
  return await openSession(deps, { ...holder, kind: "user", label: email }, tokens);
}

/** A person sees a page, whatever fails. Status and the line in the log are those of the API. */
signIn.onError(async (error, c) => {
  const { status } = await onError(error, c);
  return await show(c, "failed", status as 503);
});

async function show(c: Context<AppEnv>, problem: SignInProblem, status: 400 | 403 | 503): Promise<Response> {
  const { sessionKind = "user" } = (await readSignInCookie(c)) ?? {};
  const page = (language: Language) => signInProblemPage(problem, language, SIGN_IN_PATHS[sessionKind]);
  return await showPage(c, formPagePolicy(), page, status);
}

/** Whoever signs in at the provider; a till is paired. */
type Person = "user" | "customer";

const SIGN_IN_PATHS: Record<Person, string> = {
  user: "/session/sign-in",
  customer: "/wallet/session/sign-in",
};
/** Where a person goes on to who wanted to see no other page. */
export const START_PATHS: Record<Person, string> = { user: "/dashboard/home", customer: "/wallet" };

/** Sends a browser to the identity provider. */
export async function beginSignIn(c: Context<AppEnv>, sessionKind: Person): Promise<Response> {
  const { config } = c.get("deps");
  const requested = new URL(c.req.url);
  const { host } = new URL(config.publicUrl);
  // The cookie belongs to one host: on one's own machine, 127.0.0.1 is another one than localhost.
  if (isLoopback(config.publicUrl) && requested.host !== host) {
    return c.redirect(config.publicUrl + requested.pathname + requested.search, 303);
  }
  const wanted = ownPath(c.req.query("to") ?? "", config.publicUrl);
  const to = wanted !== null && isOf(sessionKind, wanted) ? wanted : START_PATHS[sessionKind];
  const { url, attempt } = await sessionBackend(c.get("deps"), sessionKind).signIn.begin();
  c.header("Set-Cookie", await signInCookie(c, { ...attempt, sessionKind, to }));
  return c.redirect(url, 303);
}

/** A customer is led to the wallet's pages alone. */
function isOf(sessionKind: Person, path: string): boolean {
  return sessionKind === "user" || /^\/wallet($|[?#]|\/(?!api\/|session))/.test(path);
}

/** One for each session kind: a browser can be on its way to both. */
const COOKIES = { user: "sign-in", customer: "wallet-sign-in" } as const;
const PURPOSE = "sign-in cookie";
const SECONDS = 600;

/** What the browser keeps meanwhile: sealed, so that no script and no other party can read or change it. */
interface BegunSignIn extends SignInAttempt {
  sessionKind: Person;
  to: string;
}

async function signInCookie(c: Context<AppEnv>, begun: BegunSignIn): Promise<string> {
  const { config, clock } = c.get("deps");
  const text = JSON.stringify({ ...begun, expiresAt: clock() + SECONDS * 1000 });
  const sealed = await seal(text, PURPOSE, config.masterKeys);
  return generateCookie(COOKIES[begun.sessionKind], sealed, { ...COOKIE_ATTRIBUTES, maxAge: SECONDS });
}

/** Ends the sign-in; all of them when the request is about none. */
function noSignInCookies(begun: BegunSignIn | null): string[] {
  const names = begun === null ? Object.values(COOKIES) : [COOKIES[begun.sessionKind]];
  return names.map((name) => generateCookie(name, "", { ...COOKIE_ATTRIBUTES, maxAge: 0 }));
}

/** The cookie of the sign-in that this request continues. Returns null when there is none, or it has expired. */
async function readSignInCookie(c: Context<AppEnv>): Promise<BegunSignIn | null> {
  const begun = await Promise.all(Object.values(COOKIES).map((name) => readCookie(c, name)));
  return begun.find((each) => each?.state === c.req.query("state")) ?? null;
}

async function readCookie(c: Context<AppEnv>, name: string): Promise<BegunSignIn | null> {
  const sealed = getCookie(c, name, "host");
  if (!sealed) return null;
  const { config, clock } = c.get("deps");
  const text = await open(sealed, PURPOSE, config.masterKeys).catch(() => null);
  if (text === null) return null;
  const { expiresAt, ...begun }: BegunSignIn & { expiresAt: number } = JSON.parse(text);
  return expiresAt > clock() ? begun : null;
}
