// The sessions of a dashboard user, a till and a customer, for the service's own pages: they are not part of the API.
import { Hono } from "hono";
import { signedOutUrl } from "#core/domain/identity-provider/realm.ts";
import { SESSION_KINDS } from "#core/domain/sessions/session.ts";
import type { AppEnv } from "#core/http/app-env.ts";
import { admitCustomerSession, admitSession } from "#core/http/auth.ts";
import { orThrow } from "#core/http/refusals.ts";
import { respondUndocumented } from "#core/http/response.ts";
import { askedKind, findCustomerSession, findSession } from "#core/http/session.ts";
import { noSessionCookie, requireOwnPage } from "#core/http/session-cookie.ts";
import { lookUpPairing, redeemPairing } from "#core/services/counters/tills.ts";
import { describeSession, endSession } from "#core/services/sessions/sessions.ts";
import { presentTill } from "#core/wire/counters/present-counter.ts";
import { presentCustomerSession, presentSession } from "#core/wire/sessions/present-session.ts";
import { pairRoutes } from "./pair-routes.ts";
import { beginSignIn, START_PATHS } from "./sign-in.ts";

const pairTill = pairRoutes({
  sessionKind: SESSION_KINDS.till,
  defaultName: "Till",
  lookUp: async (...asked) => {
    const { merchantName, counterName, profile, number } = orThrow(await lookUpPairing(...asked));
    return { merchant_name: merchantName, counter_name: counterName, currency: profile.currency, number };
  },
  redeem: async (...asked) => {
    const { secret, session } = orThrow(await redeemPairing(...asked));
    return { secret, paired: { till: presentTill(session) } };
  },
});

export const session = new Hono<AppEnv>()
  // It is not a 401 when nobody is signed in: browsers log that as an error.
  .get("/", async (c) => {
    const current = await admitSession(c);
    if (current === null) return respondUndocumented(c, { session: null });
    const deps = c.get("deps");
    const names = await describeSession(deps, current);
    return respondUndocumented(c, { session: presentSession(current, names, deps.config.publicUrl) });
  })
  // Succeeds for a session that is over, too, or whose user or merchant has been stopped.
  .post("/sign-out", async (c) => {
    requireOwnPage(c);
    const current = await findSession(c);
    const deps = c.get("deps");
    const atProvider = current === null ? null : await endSession(deps, current.kind, current);
    const redirect_to = atProvider ?? signedOutUrl(deps.config.publicUrl);
    const headers = { "Set-Cookie": noSessionCookie(SESSION_KINDS[askedKind(c)]) };
    return respondUndocumented(c, { message: "Signed out", redirect_to }, 200, headers);
  })
  .route("/pair", pairTill);

export const walletSession = new Hono<AppEnv>()
  // It is not a 401 when nobody is signed in: browsers log that as an error.
  .get("/", async (c) => {
    const current = await admitCustomerSession(c);
    return respondUndocumented(c, { session: current === null ? null : presentCustomerSession(current) });
  })
  .get("/sign-in", (c) => beginSignIn(c, "customer"))
  // Succeeds for a session that is over, too.
  .post("/sign-out", async (c) => {
    requireOwnPage(c);
    const current = await findCustomerSession(c);
    const deps = c.get("deps");
    const atProvider = current === null ? null : await endSession(deps, "customer", current);
    const redirect_to = atProvider ?? `${deps.config.publicUrl}${START_PATHS.customer}`;
    const headers = { "Set-Cookie": noSessionCookie(SESSION_KINDS.customer) };
    return respondUndocumented(c, { message: "Signed out", redirect_to }, 200, headers);
  });
