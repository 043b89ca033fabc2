// Where users sign in with their password (the authorization endpoint), and ask for a new one. Works without JavaScript.
import { type Context, Hono } from "hono";
import { ok, type Result } from "#core/domain/result.ts";
import { log } from "#core/lib/log.ts";
import { isLoopback } from "#core/lib/loopback.ts";
import { signInProblemPage } from "#pages/sign-in/notices.ts";
import { FORGOTTEN_PATH, forgottenPage, forgottenSentPage, signInPage } from "#pages/sign-in/page.ts";
import { finishFirstSignIn } from "./after-setup.ts";
import { type AuthorizationRequest, readAuthorizationRequest, respondTo } from "./authorization-request.ts";
import { limitedForm, readForm } from "./forms.ts";
import type { LoggedIn } from "./login-reports.ts";
import type { PublicClientId } from "./public-clients.ts";
import { type ProviderEnv, type Realm, reporterOf } from "./realm.ts";
import { makeSetupLink } from "./setup-link.ts";
import { showPage } from "./show-page.ts";
import { rememberedShop, rememberShop } from "./sign-in-cookies.ts";
import { issueCode } from "./sign-ins.ts";
import { isAdmitted, isAllowed } from "./token-subject.ts";
import { authenticateUser } from "./user-authentication.ts";
import { findUserByEmail } from "./users.ts";

export function createSignInPage(realm: Realm): Hono<ProviderEnv> {
  const app = new Hono<ProviderEnv>();
  app.use(limitedForm);

  app.get("/", (c) =>
    withRequest(realm, c, async (request) => {
      const next = await finishFirstSignIn(realm, c, request);
      if (next !== null) return c.redirect(next, 303);
      const shop = await rememberedShop(realm, c, request);
      return await showPage(c, (language) => signInPage({ ...viewOf(c), shop, language }));
    }),
  );

  app.post("/", (c) =>
    withRequest(realm, c, async (request) => {
      const form = await readForm(c.req);
      const email = form?.get("username") ?? "";
      const authenticated = await authenticate(realm, c, {
        username: email,
        password: form?.get("password") ?? "",
        clientId: request.clientId,
      });
      if (!authenticated.ok) return c.body(null, 429);
      const user = authenticated.value;
      if (user === null) {
        const shop = await rememberedShop(realm, c, request);
        const refused = { ...viewOf(c), shop, email, isRefused: true };
        return await showPage(c, (language) => signInPage({ ...refused, language }), 400);
      }
      if (!(await isAdmitted(user, c.env))) return c.body(null, 429);
      reporterOf(c)(user.login);
      await rememberShop(realm, c, user.shop);
      const code = await issueCode(realm, user.id, request);
      return c.redirect(respondTo(realm, request, { code }), 303);
    }),
  );

  app.get(FORGOTTEN_PATH, (c) => showPage(c, (language) => forgottenPage({ ...viewOf(c), language })));

  app.post(FORGOTTEN_PATH, async (c) => {
    const form = await readForm(c.req);
    const link = await requestNewPassword(realm, form?.get("username") ?? "");
    return showPage(c, (language) => forgottenSentPage({ ...viewOf(c), language }, link));
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
  return await showPage(c, (language) => signInProblemPage("unusable", language), 400);
}

/** Returns null for every cause alike, also when the service lets the user have no token. */
async function authenticate(
  realm: Realm,
  c: Context<ProviderEnv>,
  credentials: { username: string; password: string; clientId: PublicClientId },
): Promise<Result<LoggedIn | null, "rate_limited">> {
  if (credentials.username === "" || credentials.password === "") return ok(null);
  const authenticated = await authenticateUser(realm, credentials, c.env);
  const user = authenticated.ok ? authenticated.value : null;
  if (user === null || (await isAllowed(user, c.env))) return authenticated;
  reporterOf(c)({ ...user.login, action: "login.failed" });
  return ok(null);
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

function viewOf(c: Context): { path: string; query: string } {
  const { pathname, search } = new URL(c.req.url);
  return { path: pathname.replace(FORGOTTEN_PATH, ""), query: search };
}
