import { Hono } from "hono";
import type { AppEnv } from "../http/app-env.ts";
import { ApiError, invalid } from "../http/errors.ts";
import { failsWith } from "../http/failure.ts";
import { respond } from "../http/response.ts";
import { receiveLedgerEvent } from "../services/ledger-events.ts";

/** An external ledger reports settlements here, signed as webhooks are. A 5xx asks it to try again. */
export const internal = new Hono<AppEnv>().post(
  "/ledger-events",
  failsWith("Failed to record ledger event"),
  async (c) => {
    const received = await receiveLedgerEvent(c.var.deps, c.req.raw.headers, await c.req.text());
    if (received === "bad_signature") {
      throw new ApiError(401, "invalid_signature", "Unauthorized", {
        headers: { "WWW-Authenticate": "Bearer" },
      });
    }
    if (received === "malformed") throw invalid([{ field: "body", message: "must be a ledger event" }]);
    return respond(c, { success: true });
  },
);
