// The session of a dashboard user or a till, for the service's own pages: it is not part of the API.
import { Hono } from "hono";
import { signedOutUrl } from "../../domain/realm.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { admitSession } from "../../http/auth.ts";
import { respondUndocumented } from "../../http/response.ts";
import { askedKind, findSession } from "../../http/session.ts";
import { noSessionCookie, requireOwnPage } from "../../http/session-cookie.ts";
import { describeSession, endSession } from "../../services/sessions/sessions.ts";
import { presentSession } from "../../wire/sessions/present-session.ts";

export const session = new Hono<AppEnv>()
  // Not a 401 when nobody is signed in: browsers log that as an error.
  .get("/", async (c) => {
    const current = await admitSession(c);
    if (current === null) return respondUndocumented(c, { session: null });
    const names = await describeSession(c.get("deps"), current);
    return respondUndocumented(c, { session: presentSession(current, names) });
  })
  // Also for a session that is over, or whose user or merchant has been stopped.
  .post("/sign-out", async (c) => {
    requireOwnPage(c);
    const current = await findSession(c);
    const deps = c.get("deps");
    const atProvider = current === null ? null : await endSession(deps, current.kind, current);
    const redirect_to = atProvider ?? signedOutUrl(deps.config.publicUrl);
    const headers = { "Set-Cookie": noSessionCookie(askedKind(c)) };
    return respondUndocumented(c, { message: "Signed out", redirect_to }, 200, headers);
  });
