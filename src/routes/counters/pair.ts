// Turns a pairing code into the session of a till, for the page /pos/pair: it is not part of the API. The page looks the
// code up first and asks, because any website can send a browser to the page with a code of its own.
import { type Context, Hono } from "hono";
import type { Result } from "../../domain/result.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { requireWithinLimit } from "../../http/rate-limit.ts";
import { orThrow, type Refusal } from "../../http/refusals.ts";
import { addressKeyOf } from "../../http/request.ts";
import { respond } from "../../http/response.ts";
import { requireOwnPage, sessionCookie } from "../../http/session.ts";
import { jsonBody } from "../../http/validate.ts";
import { lookUpPairing, redeemPairing } from "../../services/counters/tills.ts";
import { presentPairingTarget, presentTill } from "../../wire/counters/present-till.ts";
import { PairBody, PairingCodeBody } from "../../wire/counters/requests.ts";

const DEFAULT_NAME = "Till";

export const pair = new Hono<AppEnv>()
  // A POST, so that the code is in no log of addresses.
  .post("/look-up", jsonBody(PairingCodeBody), async (c) => {
    requireOwnPage(c);
    const found = await lookUpPairing(c.get("deps"), c.req.valid("json").code);
    return respond(c, { pairing: presentPairingTarget(await orLimited(c, found)) });
  })
  .post("/", jsonBody(PairBody), async (c) => {
    requireOwnPage(c);
    const { code, name } = c.req.valid("json");
    const request = { requestId: c.get("requestId"), addressKey: addressKeyOf(c) };
    const opened = await redeemPairing(c.get("deps"), { code, name: name || DEFAULT_NAME }, request);
    const { session, secret } = await orLimited(c, opened);
    const headers = { "Set-Cookie": sessionCookie(secret, session.kind) };
    return respond(c, { till: presentTill(session) }, 201, headers);
  });

/** Throws the refusal. Only unknown codes count towards the limit: the tills of a shop share an address. */
async function orLimited<T>(c: Context<AppEnv>, result: Result<T, Refusal>): Promise<T> {
  if (!result.ok && result.error === "unknown_pairing_code")
    await requireWithinLimit(c, "unknown_ids", `pair ${addressKeyOf(c)}`);
  return orThrow(result);
}
