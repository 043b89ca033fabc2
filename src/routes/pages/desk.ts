// The cash desk, for people: two pages, whose script calls the API as the desk that the tablet is paired with.
import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { deskPage } from "../../pages/apps.tsx";
import { scriptPagePolicy } from "../../pages/policy.ts";
import { showPage } from "./show-page.ts";

export const deskPages = new Hono<AppEnv>()
  .get("/", (c) => showPage(c, scriptPagePolicy(), (language) => deskPage("desk", language)))
  .get("/pair", (c) => showPage(c, scriptPagePolicy(), (language) => deskPage("desk-pair", language)));
