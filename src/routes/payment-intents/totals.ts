import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { asMerchantOrTill } from "../../http/auth.ts";
import { describe } from "../../http/describe.ts";
import { limitLongRead } from "../../http/rate-limit.ts";
import { orThrow } from "../../http/refusals.ts";
import { respond } from "../../http/response.ts";
import { tillCounterOf } from "../../http/session.ts";
import { query } from "../../http/validate.ts";
import { readTotals } from "../../services/payment-intents/totals.ts";
import { presentTotals } from "../../wire/payment-intents/present-totals.ts";
import { DaysQuery } from "../../wire/payment-intents/requests.ts";

export const totals = new Hono<AppEnv>().get(
  "/",
  describe("Merchant", {
    id: "getTotals",
    summary: "Read what was paid and refunded on a day",
    description:
      "Per currency, and per counter; the counters' rows add up to those of the currencies. Days are of the merchant's time zone. A payment counts on the day on which it completed, a refund on the day on which it settled. A till gets those of its own counter.",
    responds: { 200: "TotalsResponse" },
    refusals: ["merchant_not_active"],
  }),
  asMerchantOrTill,
  query(DaysQuery, { isStrict: true }),
  async (c) => {
    const days = c.req.valid("query");
    await limitLongRead(c, days !== null && days.from !== days.to);
    const found = orThrow(await readTotals(c.get("deps"), c.get("merchantId"), days, tillCounterOf(c)));
    return respond<"TotalsResponse">(c, { ...presentTotals(found) });
  },
);
