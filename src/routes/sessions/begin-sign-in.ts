// Sends a browser to the identity provider, as a dashboard user or as a customer.
import type { Context } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { signInCookie } from "../../http/sign-in-cookie.ts";
import { isLoopback } from "../../lib/loopback.ts";
import { ownPath } from "../../lib/own-path.ts";
import { behindFace } from "../../services/dependencies.ts";

/** Whoever signs in at the provider; a till is paired. */
type Person = "user" | "customer";

export const SIGN_IN_PATHS: Record<Person, string> = {
  user: "/session/sign-in",
  customer: "/wallet/session/sign-in",
};
/** Where a person goes on to who wanted to see no other page. */
export const START_PATHS: Record<Person, string> = { user: "/dashboard", customer: "/wallet" };

export async function beginSignIn(c: Context<AppEnv>, face: Person): Promise<Response> {
  const { config } = c.get("deps");
  const requested = new URL(c.req.url);
  const { host } = new URL(config.publicUrl);
  // The cookie belongs to one host: on one's own machine, 127.0.0.1 is another one than localhost.
  if (isLoopback(config.publicUrl) && requested.host !== host) {
    return c.redirect(config.publicUrl + requested.pathname + requested.search, 303);
  }
  const wanted = ownPath(c.req.query("to") ?? "", config.publicUrl);
  const to = wanted !== null && isOf(face, wanted) ? wanted : START_PATHS[face];
  const { url, attempt } = await behindFace(c.get("deps"), face).signIn.begin();
  c.header("Set-Cookie", await signInCookie(c, { ...attempt, face, to }));
  return c.redirect(url, 303);
}

/** A customer is led to the wallet's pages alone. */
function isOf(face: Person, path: string): boolean {
  return face === "user" || /^\/wallet($|[?#]|\/(?!api\/|session))/.test(path);
}
