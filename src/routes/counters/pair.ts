// Turns a pairing code into the session of a till, for the page /pos/pair: it is not part of the API.
import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { requireWithinLimit } from "../../http/rate-limit.ts";
import { refusalError } from "../../http/refusals.ts";
import { addressKeyOf } from "../../http/request.ts";
import { respond } from "../../http/response.ts";
import { requireOwnPage, sessionCookie } from "../../http/session.ts";
import { jsonBody } from "../../http/validate.ts";
import { redeemPairing } from "../../services/counters/tills.ts";
import { presentTill } from "../../wire/counters/present-till.ts";
import { PairBody } from "../../wire/counters/requests.ts";

const DEFAULT_NAME = "Till";

export const pair = new Hono<AppEnv>().post("/", jsonBody(PairBody), async (c) => {
  requireOwnPage(c);
  const { code, name } = c.req.valid("json");
  const addressKey = addressKeyOf(c);
  const request = { requestId: c.get("requestId"), addressKey };
  const opened = await redeemPairing(c.get("deps"), { code, name: name || DEFAULT_NAME }, request);
  if (!opened.ok) {
    // Only failures count: the tills of a shop share an address.
    if (opened.error === "unknown_pairing_code")
      await requireWithinLimit(c, "unknown_ids", `pair ${addressKey}`);
    throw refusalError(opened.error);
  }
  const { session, secret } = opened.value;
  const headers = { "Set-Cookie": sessionCookie(secret, session.kind) };
  return respond(c, { till: presentTill(session) }, 201, headers);
});
