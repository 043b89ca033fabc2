// The wallet's session, for the service's own page: it is not part of the API.
import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { admitCustomerSession } from "../../http/auth.ts";
import { findCustomerSession } from "../../http/customer-session.ts";
import { respondUndocumented } from "../../http/response.ts";
import { noSessionCookie, requireOwnPage } from "../../http/session-cookie.ts";
import { endSession } from "../../services/sessions/sessions.ts";
import { presentCustomerSession } from "../../wire/sessions/present-session.ts";
import { beginSignIn, START_PATHS } from "./begin-sign-in.ts";

export const walletSession = new Hono<AppEnv>()
  // Not a 401 when nobody is signed in: browsers log that as an error.
  .get("/", async (c) => {
    const current = await admitCustomerSession(c);
    return respondUndocumented(c, { session: current === null ? null : presentCustomerSession(current) });
  })
  .get("/sign-in", (c) => beginSignIn(c, "customer"))
  // Also for a session that is over.
  .post("/sign-out", async (c) => {
    requireOwnPage(c);
    const current = await findCustomerSession(c);
    const deps = c.get("deps");
    const atProvider = current === null ? null : await endSession(deps, "customer", current);
    const redirect_to = atProvider ?? `${deps.config.publicUrl}${START_PATHS.customer}`;
    const headers = { "Set-Cookie": noSessionCookie("customer") };
    return respondUndocumented(c, { message: "Signed out", redirect_to }, 200, headers);
  });
