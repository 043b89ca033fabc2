// What a tablet that is paired with a desk may do.
import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { asDesk } from "../../http/auth.ts";
import { describe } from "../../http/describe.ts";
import { respond } from "../../http/response.ts";
import { presentDesk } from "../../wire/desks/present-desk.ts";

export const desk = new Hono<AppEnv>().get(
  "/desk",
  describe("Desk", {
    id: "getDesk",
    summary: "Read the desk with which this tablet is paired",
    responds: { 200: "DeskResponse" },
  }),
  asDesk,
  (c) => respond(c, { desk: presentDesk(c.get("tablet").desk) }),
);
