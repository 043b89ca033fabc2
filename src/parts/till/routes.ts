import { type Context, Hono } from "hono";
import { html } from "hono/html";
import type { AppEnv } from "#core/http/app-env.ts";
import type { Mount } from "#core/part.ts";
import { showPage } from "#core/routes/pages/show-page.ts";
import { codePrefix } from "#core/wire/payment-intents/present-intent.ts";
import { frame } from "#pages/apps.ts";
import { installable, livePagePolicy } from "#pages/policy.ts";
import { favourites } from "./routes/favourites.ts";

const pages = new Hono<AppEnv>()
  .get("/", (c) => show(c, "till"))
  .get("/pair", (c) => show(c, "pair"))
  .get("/customer", (c) => show(c, "customer"));

/** `customer`: the second screen, for whoever pays. */
function show(c: Context<AppEnv>, page: "till" | "pair" | "customer") {
  const { config } = c.get("deps");
  const policy = livePagePolicy(config.publicUrl, installable("till"));
  const icons = { manifest: "/pages/pos.webmanifest", touchIcon: "/pages/pos-icon.png" };
  return showPage(c, policy, (language) =>
    frame(
      "pos",
      { ...icons, language, title: "POS" },
      html`data-page="${page}" data-codes="${codePrefix(config)}"`,
    ),
  );
}

export const routes: Mount = (app) => {
  app.route("/pos", pages);
  app.route("/merchant/api/v1/counters/:counterID/favourites", favourites);
};
