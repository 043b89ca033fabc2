// The till, for people: three pages, whose script calls the API as the counter that the device is paired with.
import { type Context, Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { type PosPage, posPage } from "../../pages/apps.tsx";
import { livePagePolicy } from "../../pages/policy.ts";
import { showPage } from "./show-page.ts";

/** For the manifest and the service worker of an installed till. */
const INSTALLED = ["manifest-src 'self'", "worker-src 'self'", "trusted-types till-worker"];

export const pos = new Hono<AppEnv>()
  .get("/", (c) => send(c, "till"))
  .get("/pair", (c) => send(c, "pair"))
  .get("/customer", (c) => send(c, "customer"));

function send(c: Context<AppEnv>, name: PosPage) {
  const policy = livePagePolicy(c.get("deps").config.publicUrl, INSTALLED);
  return showPage(c, policy, (language) => posPage(name, language));
}
