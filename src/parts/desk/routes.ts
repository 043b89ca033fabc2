import { type Context, Hono } from "hono";
import { html } from "hono/html";
import type { AppEnv } from "#core/http/app-env.ts";
import type { Mount } from "#core/part.ts";
import { showPage } from "#core/routes/pages/show-page.ts";
import { frame } from "#pages/apps.ts";
import { scriptPagePolicy } from "#pages/policy.ts";
import { corrections } from "./routes/corrections.ts";
import { desk } from "./routes/desk.ts";
import { desks } from "./routes/desks.ts";
import { movements } from "./routes/movements.ts";
import { deskSession } from "./session-routes.ts";
import { walletPayOuts } from "./wallet-pay-outs.ts";

const pages = new Hono<AppEnv>().get("/", (c) => show(c, "desk")).get("/pair", (c) => show(c, "desk-pair"));

/** It looks as the till. */
function show(c: Context<AppEnv>, page: "desk" | "desk-pair") {
  return showPage(c, scriptPagePolicy(), (language) =>
    frame("desk", { language, title: "Desk", style: "/pages/pos.css" }, html`data-page="${page}"`),
  );
}

export const routes: Mount = (app) => {
  app.route("/merchant/api/v1/admin", movements);
  app.route("/merchant/api/v1/admin/desks", desks);
  app.route("/desk", pages);
  app.route("/desk/session", deskSession);
  app.route("/desk/api/v1", desk);
  app.route("/desk/api/v1", corrections);
  app.route("/wallet/api/v1", walletPayOuts);
};
