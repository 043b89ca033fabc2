// Turns a pairing code into the session of a till, for the page /pos/pair: it is not part of the API. The page looks the
// code up first and asks, because any website can send a browser to the page with a code of its own.
import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { requireWithinLimit } from "../../http/rate-limit.ts";
import { orThrow } from "../../http/refusals.ts";
import { addressKeyOf } from "../../http/request.ts";
import { respond } from "../../http/response.ts";
import { requireOwnPage, sessionCookie } from "../../http/session-cookie.ts";
import { jsonBody } from "../../http/validate.ts";
import { readPairingCode } from "../../lib/pairing-code.ts";
import { hashSecret } from "../../lib/secrets.ts";
import { lookUpPairing, redeemPairing } from "../../services/counters/tills.ts";
import { presentPairingTarget, presentTill } from "../../wire/counters/present-till.ts";
import { PairBody, PairingCodeBody } from "../../wire/counters/requests.ts";

const DEFAULT_NAME = "Till";

export const pair = new Hono<AppEnv>()
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
    const found = await lookUpPairing(c.get("deps"), code, addressKeyOf(c));
    return respond(c, { pairing: presentPairingTarget(orThrow(found)) });
  })
  .post("/", jsonBody(PairBody), async (c) => {
    requireOwnPage(c);
    const { code, name } = c.req.valid("json");
    const request = { requestId: c.get("requestId"), addressKey: addressKeyOf(c) };
    const opened = await redeemPairing(c.get("deps"), { code, name: name || DEFAULT_NAME }, request);
    const { session, secret } = orThrow(opened);
    const headers = { "Set-Cookie": sessionCookie(secret, session.kind) };
    return respond(c, { till: presentTill(session) }, 201, headers);
  });
