// Where a client sends the browser of a user who signs out (OpenID Connect RP-Initiated Logout 1.0). There is no session in
// the browser here: what ends is the sign-in that the ID token is about.
import { type Context, Hono } from "hono";
import { signedOutUrl } from "#core/domain/identity-provider/realm.ts";
import { signedOutPage, signInProblemPage } from "#pages/sign-in/notices.ts";
import { isRepeated, limitedForm, readForm } from "./forms.ts";
import { isPublicClient } from "./public-clients.ts";
import type { ProviderEnv, Realm } from "./realm.ts";
import { showPage } from "./show-page.ts";
import { forgetShop } from "./sign-in-cookies.ts";
import { endSignIn } from "./sign-ins.ts";
import { readIdToken } from "./tokens.ts";

export function createSignOutPage(realm: Realm): Hono<ProviderEnv> {
  const app = new Hono<ProviderEnv>();
  app.use(limitedForm);
  app.get("/", (c) => signOut(realm, c, new URL(c.req.url).searchParams));
  app.post("/", async (c) => signOut(realm, c, (await readForm(c.req)) ?? new URLSearchParams()));
  return app;
}

async function signOut(realm: Realm, c: Context, request: URLSearchParams): Promise<Response> {
  const redirectUri = request.get("post_logout_redirect_uri");
  const hint = request.get("id_token_hint");
  const signIn = hint === null ? null : await readIdToken(realm, hint);
  const clientId = request.get("client_id") ?? signIn?.clientId ?? null;
  const isOurs = clientId === null ? redirectUri === null : isPublicClient(clientId);
  const isRegistered = redirectUri === null || redirectUri === signedOutUrl(realm.publicUrl);
  if (isRepeated(request) || !isOurs || !isRegistered) {
    return await showPage(c, (language) => signInProblemPage("unusable", language), 400);
  }
  if (signIn !== null) await endSignIn(realm, signIn);
  forgetShop(realm, c);
  if (redirectUri === null) return await showPage(c, (language) => signedOutPage(language, null));
  const state = request.get("state");
  return c.redirect(state === null ? redirectUri : `${redirectUri}?${new URLSearchParams({ state })}`, 303);
}
