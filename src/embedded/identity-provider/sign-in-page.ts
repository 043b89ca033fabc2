// Where users sign in with their password (the authorization endpoint), and ask for a new one. Works without JavaScript.
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { log } from "../../lib/log.ts";
import { isLoopback } from "../../lib/loopback.ts";
import { chooseLanguage, type Language } from "../../pages/languages.ts";
import type { Html } from "../../pages/layout.tsx";
import { formPagePolicy } from "../../pages/policy.ts";
import { signInProblemPage } from "../../pages/sign-in/notices.tsx";
import { forgottenPage, forgottenSentPage, signInPage } from "../../pages/sign-in/page.tsx";
import { type AuthorizationRequest, readAuthorizationRequest, respondTo } from "./authorization-request.ts";
import type { LoggedIn } from "./login-reports.ts";
import { OAuthError } from "./oauth-error.ts";
import { readForm } from "./read-body.ts";
import { addressKeyOf, type ProviderEnv, type Realm, reporterOf } from "./realm.ts";
import { makeSetupLink } from "./setup-link.ts";
import { issueCode } from "./sign-ins.ts";
import { isAdmitted, isAllowed } from "./token-subject.ts";
import { authenticateUser } from "./user-authentication.ts";
import { findUserByEmail } from "./users.ts";

const FORM_BYTES_MAX = 16 * 1024;
/** Beside the authorization endpoint: it keeps the request in its query, to come back to. */
export const FORGOTTEN_PATH = "/forgotten-password";

export function createSignInPage(realm: Realm): Hono<ProviderEnv> {
  const app = new Hono<ProviderEnv>();
  app.use(bodyLimit({ maxSize: FORM_BYTES_MAX, onError: (c) => c.text("Payload Too Large", 413) }));

  app.get("/", (c) => withRequest(realm, c, async () => show(c, signInPage(viewOf(c)))));

  app.post("/", (c) =>
    withRequest(realm, c, async (request) => {
      const form = new Map((await readForm(c.req)) ?? []);
      const email = form.get("username") ?? "";
      const user = await authenticate(realm, c, form);
      if (user === null) return show(c, signInPage({ ...viewOf(c), email, isRefused: true }), 400);
      if (!(await isAdmitted(user, c.env))) return c.body(null, 429);
      reporterOf(c)(user.login);
      const code = await issueCode(realm, user.id, request);
      return c.redirect(respondTo(realm, request, { code }), 303);
    }),
  );

  app.get(FORGOTTEN_PATH, (c) => show(c, forgottenPage(viewOf(c))));

  app.post(FORGOTTEN_PATH, async (c) => {
    const form = await readForm(c.req);
    const link = await requestNewPassword(realm, form?.get("username") ?? "");
    return show(c, forgottenSentPage(viewOf(c), isLoopback(realm.issuer) ? link : null));
  });
  return app;
}

async function withRequest(
  realm: Realm,
  c: Context<ProviderEnv>,
  respond: (request: AuthorizationRequest) => Promise<Response>,
): Promise<Response> {
  const read = readAuthorizationRequest(realm, new URL(c.req.url).searchParams);
  if (read.kind === "valid") return await respond(read.request);
  if (read.kind === "refused") return c.redirect(read.redirectTo, 303);
  return show(c, signInProblemPage("unusable", languageOf(c)), 400);
}

/** Null for every cause alike: a wrong password, an unknown or disabled user, one who has failed too often. */
async function authenticate(
  realm: Realm,
  c: Context<ProviderEnv>,
  form: ReadonlyMap<string, string>,
): Promise<LoggedIn | null> {
  try {
    const given = new Map([...form].filter(([, value]) => value !== ""));
    const user = await authenticateUser(realm, given, addressKeyOf(c), reporterOf(c));
    if (await isAllowed(user, c.env)) return user;
    reporterOf(c)({ ...user.login, action: "login.failed" });
    return null;
  } catch (error) {
    if (error instanceof OAuthError) return null;
    throw error;
  }
}

/**
 * There is no mail here. On one's own machine the page shows the link; elsewhere the operator reads the log, and sends a
 * link that only an administrator can make. An unknown address takes as long, and gets the same response.
 */
async function requestNewPassword(realm: Realm, email: string): Promise<string | null> {
  const user = await findUserByEmail(realm.db, email);
  if (user?.enabled) log("info", "password_forgotten", { user_id: user.id });
  return isLoopback(realm.issuer) && user !== undefined ? await makeSetupLink(realm, user.id) : null;
}

function viewOf(c: Context) {
  const { pathname, search } = new URL(c.req.url);
  return { language: languageOf(c), path: pathname.replace(FORGOTTEN_PATH, ""), query: search };
}

function languageOf(c: Context): Language {
  return chooseLanguage(c.req.query("ui_locales"), c.req.header("Accept-Language"));
}

function show(c: Context, page: Html, status: 200 | 400 = 200): Response | Promise<Response> {
  c.header("Content-Security-Policy", formPagePolicy());
  c.header("Cache-Control", "no-store");
  c.header("X-Frame-Options", "DENY");
  return c.html(page, status);
}
