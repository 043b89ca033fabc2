// The sessions of a dashboard user, a till, a customer and a tablet, for the service's own pages: they are not part of the API.
import { Hono } from "hono";
import { signedOutUrl } from "../../domain/realm.ts";
import type { Face } from "../../domain/session.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { admitCustomerSession, admitSession } from "../../http/auth.ts";
import { requireWithinLimit } from "../../http/rate-limit.ts";
import { orThrow } from "../../http/refusals.ts";
import { addressKeyOf } from "../../http/request.ts";
import { respondUndocumented } from "../../http/response.ts";
import { askedKind, findCustomerSession, findDeskSession, findSession } from "../../http/session.ts";
import { noSessionCookie, requireOwnPage, sessionCookie } from "../../http/session-cookie.ts";
import { jsonBody } from "../../http/validate.ts";
import { readPairingCode } from "../../lib/pairing-code.ts";
import { hashSecret } from "../../lib/secrets.ts";
import { lookUpPairing, redeemPairing } from "../../services/counters/tills.ts";
import type { Dependencies } from "../../services/dependencies.ts";
import { lookUpDeskPairing, redeemDeskPairing } from "../../services/desks/tablets.ts";
import { describeSession, endSession } from "../../services/sessions/sessions.ts";
import { presentTill } from "../../wire/counters/present-counter.ts";
import { presentDesk, presentTablet } from "../../wire/desks/present-desk.ts";
import { presentCustomerSession, presentSession } from "../../wire/sessions/present-session.ts";
import { PairBody, PairingCodeBody } from "../../wire/sessions/requests.ts";
import { beginSignIn, START_PATHS } from "./sign-in.ts";

const pairTill = pairRoutes({
  face: "till",
  defaultName: "Till",
  lookUp: async (...asked) => {
    const { merchantName, counterName } = orThrow(await lookUpPairing(...asked));
    return { merchant_name: merchantName, counter_name: counterName };
  },
  redeem: async (...asked) => {
    const { secret, session } = orThrow(await redeemPairing(...asked));
    return { secret, paired: { till: presentTill(session) } };
  },
});

export const session = new Hono<AppEnv>()
  // Not a 401 when nobody is signed in: browsers log that as an error.
  .get("/", async (c) => {
    const current = await admitSession(c);
    if (current === null) return respondUndocumented(c, { session: null });
    const names = await describeSession(c.get("deps"), current);
    return respondUndocumented(c, { session: presentSession(current, names) });
  })
  // Succeeds for a session that is over, too, or whose user or merchant has been stopped.
  .post("/sign-out", async (c) => {
    requireOwnPage(c);
    const current = await findSession(c);
    const deps = c.get("deps");
    const atProvider = current === null ? null : await endSession(deps, current.kind, current);
    const redirect_to = atProvider ?? signedOutUrl(deps.config.publicUrl);
    const headers = { "Set-Cookie": noSessionCookie(askedKind(c)) };
    return respondUndocumented(c, { message: "Signed out", redirect_to }, 200, headers);
  })
  .route("/pair", pairTill);

export const walletSession = new Hono<AppEnv>()
  // Not a 401 when nobody is signed in: browsers log that as an error.
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
    const headers = { "Set-Cookie": noSessionCookie("customer") };
    return respondUndocumented(c, { message: "Signed out", redirect_to }, 200, headers);
  });

const pairTablet = pairRoutes({
  face: "desk",
  defaultName: "Tablet",
  lookUp: async (...asked) => ({ desk_name: orThrow(await lookUpDeskPairing(...asked)).name }),
  redeem: async (...asked) => {
    const { secret, session } = orThrow(await redeemDeskPairing(...asked));
    return { secret, paired: { tablet: presentTablet(session) } };
  },
});

export const deskSession = new Hono<AppEnv>()
  // Not a 401 when the browser is no tablet: browsers log that as an error.
  .get("/", async (c) => {
    const current = await findDeskSession(c);
    const session = current && { tablet: presentTablet(current), desk: presentDesk(current.desk) };
    return respondUndocumented(c, { session });
  })
  // Succeeds for a session that is over, too.
  .post("/sign-out", async (c) => {
    requireOwnPage(c);
    const current = await findDeskSession(c);
    if (current !== null) await c.get("deps").deskSessions.end(current.idHash);
    return respondUndocumented(c, { message: "Signed out" }, 200, { "Set-Cookie": noSessionCookie("desk") });
  })
  .route("/pair", pairTablet);

interface Pairing {
  face: Face;
  /** What the browser is called when it does not say. */
  defaultName: string;
  lookUp(deps: Dependencies, code: string, addressKey: string): Promise<object>;
  redeem(
    deps: Dependencies,
    given: { code: string; name: string },
    request: { requestId: string; addressKey: string },
  ): Promise<{ secret: string; paired: object }>;
}

/**
 * Turns a pairing code into the session of a till or a tablet. The page looks the code up first and asks, because any website can
 * send a browser to the page with a code of its own.
 */
function pairRoutes({ face, defaultName, lookUp, redeem }: Pairing): Hono<AppEnv> {
  return (
    new Hono<AppEnv>()
      // A POST, so that the code is in no log of addresses.
      .post("/look-up", jsonBody(PairingCodeBody), async (c) => {
        requireOwnPage(c);
        const { code } = c.req.valid("json");
        // A valid code is looked up whatever its address has invented, but not without end.
        await requireWithinLimit(
          c,
          "unknown_ids",
          `pairing code ${await hashSecret(readPairingCode(code) ?? code)}`,
        );
        return respondUndocumented(c, { pairing: await lookUp(c.get("deps"), code, addressKeyOf(c)) });
      })
      .post("/", jsonBody(PairBody), async (c) => {
        requireOwnPage(c);
        const { code, name } = c.req.valid("json");
        const request = { requestId: c.get("requestId"), addressKey: addressKeyOf(c) };
        const given = { code, name: name || defaultName };
        const { secret, paired } = await redeem(c.get("deps"), given, request);
        return respondUndocumented(c, paired, 201, { "Set-Cookie": sessionCookie(secret, face) });
      })
  );
}
