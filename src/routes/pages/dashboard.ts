// The merchant's dashboard, for people: one page for all its addresses, whose script calls the API.
import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { hasSessionCookie } from "../../http/session.ts";
import { dashboardPage } from "../../pages/apps.tsx";
import { scriptPagePolicy } from "../../pages/policy.ts";
import { showPage } from "./show-page.ts";

export const dashboard = new Hono<AppEnv>().on("GET", ["/", "/*"], (c) => {
  if (!hasSessionCookie(c)) {
    const { pathname, search } = new URL(c.req.url);
    return c.redirect(`/session/sign-in?to=${encodeURIComponent(pathname + search)}`, 303);
  }
  const { allowPrivate: acceptsHttp } = c.get("deps").config.webhooks;
  return showPage(c, scriptPagePolicy(), (language) => dashboardPage(language, acceptsHttp));
});
