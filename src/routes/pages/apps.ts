// The apps, for people: pages whose scripts call the API as whoever is signed in, or as what the device is paired with.
import { type Context, Hono } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../../http/app-env.ts";
import { onError, routeNotFound } from "../../http/errors.ts";
import { hasSessionCookie } from "../../http/session.ts";
import { dashboardPage, deskPage, type PosPage, posPage, walletPage } from "../../pages/apps.ts";
import { livePagePolicy, scriptPagePolicy } from "../../pages/policy.ts";
import { pageForBrowsers, showPage } from "./show-page.ts";

export const pos = new Hono<AppEnv>()
  .get("/", (c) => showTill(c, "till"))
  .get("/pair", (c) => showTill(c, "pair"))
  .get("/customer", (c) => showTill(c, "customer"));

export const deskPages = new Hono<AppEnv>()
  .get("/", (c) => showPage(c, scriptPagePolicy(), (language) => deskPage("desk", language)))
  .get("/pair", (c) => showPage(c, scriptPagePolicy(), (language) => deskPage("desk-pair", language)));

export const walletPages = new Hono<AppEnv>().get("/", (c) => {
  const { publicUrl, environment } = c.get("deps").config;
  const isSandbox = environment === "sandbox";
  // On the sandbox's stage, it is in the frame of a phone.
  const policy = livePagePolicy(publicUrl, installed("wallet"), isSandbox ? "'self'" : "'none'");
  return showPage(c, policy, (language) => walletPage(language, isSandbox));
});

/** One page for all its addresses. */
export const dashboard = new Hono<AppEnv>().on("GET", ["/", "/*"], (c) => {
  if (!hasSessionCookie(c)) {
    const { pathname, search } = new URL(c.req.url);
    return c.redirect(`/session/sign-in?to=${encodeURIComponent(pathname + search)}`, 303);
  }
  const { allowPrivate: acceptsHttp } = c.get("deps").config.webhooks;
  return showPage(c, scriptPagePolicy(), (language) => dashboardPage(language, acceptsHttp));
});

function showTill(c: Context<AppEnv>, name: PosPage) {
  const policy = livePagePolicy(c.get("deps").config.publicUrl, installed("till"));
  return showPage(c, policy, (language) => posPage(name, language));
}

/** For the manifest and the service worker of an app that can be installed. */
function installed(app: "till" | "wallet"): string[] {
  return ["manifest-src 'self'", "worker-src 'self'", `trusted-types ${app}-worker`];
}

const lost = pageForBrowsers((c) => onError(routeNotFound(), c));

/** The service's own wallet is not there where the operator has a wallet app: its API stays, pages and sessions are 404. */
export const requireOwnWallet = createMiddleware<AppEnv>(async (c, next) => {
  const isOwn = c.get("deps").config.walletAppUrl === null;
  return isOwn || c.req.path.startsWith("/wallet/api/") ? await next() : await lost(c);
});
