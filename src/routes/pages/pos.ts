// The till, for people: three pages, whose script calls the API as the counter that the device is paired with.
import { type Context, Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { chooseLanguage } from "../../pages/messages/languages.ts";
import { type PosPage, posPage } from "../../pages/pos/page.tsx";

export const pos = new Hono<AppEnv>()
  .get("/", (c) => send(c, "till"))
  .get("/pair", (c) => send(c, "pair"))
  .get("/customer", (c) => send(c, "customer"));

function send(c: Context<AppEnv>, name: PosPage) {
  c.header("Content-Security-Policy", policyFor(c.get("deps").config.publicUrl));
  return c.html(posPage(name, chooseLanguage(c.req.query("lang"), c.req.header("Accept-Language"))));
}

/** As that of the checkout page, and for the manifest and the service worker of an installed till. */
function policyFor(publicUrl: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${new URL(publicUrl).origin.replace(/^http/, "ws")}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types till-worker",
  ].join("; ");
}
