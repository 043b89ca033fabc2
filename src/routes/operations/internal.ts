import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { describe, withMetadata } from "../../http/describe.ts";
import { invalid } from "../../http/errors.ts";
import { refusalError } from "../../http/refusals.ts";
import { respondUndocumented } from "../../http/response.ts";
import { receiveLedgerEvent } from "../../services/payment-intents/ledger-events.ts";
import { eventJson } from "../../wire/payment-intents/ledger.ts";
import { named } from "../../wire/shared/published.ts";

const LedgerEventBody = named("LedgerEvent", eventJson);

/** An external ledger reports settlements here, signed like webhooks. After a 5xx it should retry. */
export const internal = new Hono<AppEnv>().post(
  "/ledger-events",
  describe("Platform", {
    id: "reportLedgerEvent",
    summary: "Report a settlement",
    description:
      "Signed as Standard Webhooks 1.0.0 prescribes, with the secret shared with the ledger. Safe to repeat.",
    failure: "Failed to record ledger event",
    responds: { 200: "SuccessResponse" },
    refusals: ["ledger_event_mismatch"],
  }),
  withMetadata(
    {
      access: "ledger",
      // The signature covers the bytes, so any content type passes.
      body: {
        schema: LedgerEventBody,
        mediaType: "application/json",
        isOptional: false,
      },
    },
    async (c) => {
      const received = await receiveLedgerEvent(c.get("deps"), c.req.raw.headers, await c.req.text());
      if (received === "bad_signature") throw refusalError("invalid_signature");
      if (received === "malformed") throw invalid([{ field: "body", message: "must be a ledger event" }]);
      if (received === "mismatch") throw refusalError("ledger_event_mismatch");
      return respondUndocumented(c, {});
    },
  ),
);
