// The session of a tablet, for the desk's own pages: it is not part of the API.
import { Hono } from "hono";
import type { AppEnv } from "#core/http/app-env.ts";
import { orThrow } from "#core/http/refusals.ts";
import { respondUndocumented } from "#core/http/response.ts";
import { noSessionCookie, requireOwnPage } from "#core/http/session-cookie.ts";
import { pairRoutes } from "#core/routes/sessions/pair-routes.ts";
import { deskSessionStore } from "./db/tablets.ts";
import { DESK_FACE } from "./domain/desk.ts";
import { findDeskSession } from "./guard.ts";
import { lookUpDeskPairing, redeemDeskPairing } from "./services/tablets.ts";
import { presentDesk, presentTablet } from "./wire/present-desk.ts";

const pairTablet = pairRoutes({
  sessionKind: DESK_FACE,
  defaultName: "Tablet",
  lookUp: async (...asked) => {
    const { desk, number } = orThrow(await lookUpDeskPairing(...asked));
    return { desk_name: desk.name, number };
  },
  redeem: async (...asked) => {
    const { secret, session } = orThrow(await redeemDeskPairing(...asked));
    return { secret, paired: { tablet: presentTablet(session) } };
  },
});

export const deskSession = new Hono<AppEnv>()
  // It is not a 401 when the browser is no tablet: browsers log that as an error.
  .get("/", async (c) => {
    const current = await findDeskSession(c);
    const session = current && { tablet: presentTablet(current), desk: presentDesk(current.desk) };
    return respondUndocumented(c, { session });
  })
  // Succeeds for a session that is over, too.
  .post("/sign-out", async (c) => {
    requireOwnPage(c);
    const current = await findDeskSession(c);
    if (current !== null) await deskSessionStore(c.get("deps").db).end(current.idHash);
    return respondUndocumented(c, { message: "Signed out" }, 200, {
      "Set-Cookie": noSessionCookie(DESK_FACE),
    });
  })
  .route("/pair", pairTablet);
