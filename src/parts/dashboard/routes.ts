import { Hono } from "hono";
import { html } from "hono/html";
import type { AppEnv } from "#core/http/app-env.ts";
import { hasSessionCookie } from "#core/http/session.ts";
import type { Mount } from "#core/part.ts";
import { showPage } from "#core/routes/pages/show-page.ts";
import { frame } from "#pages/apps.ts";
import { scriptPagePolicy } from "#pages/policy.ts";

/** One page for all its addresses. */
const pages = new Hono<AppEnv>().on("GET", ["/", "/*"], (c) => {
  if (!hasSessionCookie(c)) {
    const { pathname, search } = new URL(c.req.url);
    const to = /^\/dashboard\/?$/.test(pathname) && search === "" ? "/dashboard/home" : pathname + search;
    return c.redirect(`/session/sign-in?to=${encodeURIComponent(to)}`, 303);
  }
  const { allowPrivate: acceptsHttp } = c.get("deps").config.webhooks;
  // Webhooks may go to an http address.
  const attributes = html`class="alone" ${acceptsHttp && "data-accepts-http"}`;
  return showPage(c, scriptPagePolicy(), (language) =>
    frame("dashboard", { language, title: "Dashboard" }, attributes),
  );
});

export const routes: Mount = (app) => {
  app.route("/dashboard", pages);
};
