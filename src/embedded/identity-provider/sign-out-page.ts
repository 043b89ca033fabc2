// Where a client sends the browser of a user who signs out (OpenID Connect RP-Initiated Logout 1.0). There is no session in
// the browser here: what ends is the sign-in that the ID token is about.
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { DASHBOARD_CLIENT_ID, REALM, signedOutUrl } from "../../domain/realm.ts";
import { chooseLanguage, type Language } from "../../pages/languages.ts";
import type { Html } from "../../pages/layout.tsx";
import { formPagePolicy } from "../../pages/policy.ts";
import { signedOutPage, signInProblemPage } from "../../pages/sign-in/notices.tsx";
import { readIdToken } from "./access-token.ts";
import { readForm } from "./read-body.ts";
import type { ProviderEnv, Realm } from "./realm.ts";
import { endSignIn } from "./sign-ins.ts";

const FORM_BYTES_MAX = 16 * 1024;

export function createSignOutPage(realm: Realm): Hono<ProviderEnv> {
  const app = new Hono<ProviderEnv>();
  app.use(bodyLimit({ maxSize: FORM_BYTES_MAX, onError: (c) => c.text("Payload Too Large", 413) }));
  app.get("/", (c) => signOut(realm, c, new URL(c.req.url).searchParams));
  app.post("/", async (c) => signOut(realm, c, (await readForm(c.req)) ?? new URLSearchParams()));
  return app;
}

async function signOut(realm: Realm, c: Context, request: URLSearchParams): Promise<Response> {
  const redirectUri = request.get("post_logout_redirect_uri");
  const hint = request.get("id_token_hint");
  const signIn = hint === null ? null : await readIdToken(realm, hint);
  const clientId = request.get("client_id") ?? (signIn === null ? null : DASHBOARD_CLIENT_ID);
  const isRepeated = new Map(request).size < request.size;
  const isOurs = clientId === null ? redirectUri === null : clientId === DASHBOARD_CLIENT_ID;
  const isRegistered = redirectUri === null || redirectUri === registeredUri(realm);
  if (isRepeated || !isOurs || !isRegistered) {
    return show(c, (language) => signInProblemPage("unusable", language), 400);
  }
  if (signIn !== null) await endSignIn(realm, signIn);
  if (redirectUri === null) return show(c, (language) => signedOutPage(language, null), 200);
  const state = request.get("state");
  return c.redirect(state === null ? redirectUri : `${redirectUri}?${new URLSearchParams({ state })}`, 303);
}

function registeredUri({ issuer }: Realm): string {
  return signedOutUrl(issuer.replace(`/realms/${REALM}`, ""));
}

function show(c: Context, page: (language: Language) => Html, status: 200 | 400) {
  c.header("Content-Security-Policy", formPagePolicy());
  c.header("Cache-Control", "no-store");
  c.header("X-Frame-Options", "DENY");
  return c.html(page(chooseLanguage(c.req.query("ui_locales"), c.req.header("Accept-Language"))), status);
}
