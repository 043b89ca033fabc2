import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { authenticated } from "../../http/auth.ts";
import { chosenMerchant } from "../../http/chosen-merchant.ts";
import { describe } from "../../http/describe.ts";
import { limitLongRead } from "../../http/rate-limit.ts";
import { orThrow } from "../../http/refusals.ts";
import { respond } from "../../http/response.ts";
import { query } from "../../http/validate.ts";
import { readGoLive } from "../../services/merchants/go-live.ts";
import { presentGoLive } from "../../wire/merchants/present-go-live.ts";
import { ChosenMerchantQuery } from "../../wire/merchants/requests.ts";

export const goLive = new Hono<AppEnv>().get(
  "/",
  describe("Merchant", {
    id: "getGoLive",
    summary: "Read what has been seen of an integration",
    description:
      "The checklist for going live, with evidence from about the last 30 days and the latest 1,000 events. Ask the sandbox: an administrator reads it there before activating the merchant in live. Deliveries to the stage's inbox do not count.",
    failure: "Failed to read the go-live checklist",
    responds: { 200: "GoLiveResponse" },
    refusals: ["merchant_not_found"],
  }),
  authenticated,
  query(ChosenMerchantQuery),
  async (c) => {
    const merchantId = chosenMerchant(c, c.req.valid("query").merchant_id);
    await limitLongRead(c, true);
    const found = orThrow(await readGoLive(c.get("deps"), merchantId));
    return respond<"GoLiveResponse">(c, { go_live: presentGoLive(found) });
  },
);
