import { Hono } from "hono";
import type { AppEnv } from "#core/http/app-env.ts";
import { authenticated } from "#core/http/auth.ts";
import { describe } from "#core/http/describe.ts";
import { limitLongRead } from "#core/http/rate-limit.ts";
import { orThrow } from "#core/http/refusals.ts";
import { respond } from "#core/http/response.ts";
import { query } from "#core/http/validate.ts";
import type { Mount } from "#core/part.ts";
import { chosenMerchant } from "#core/routes/merchants/reports.ts";
import { ChosenMerchantQuery } from "#core/wire/merchants/requests.ts";
import { readGoLive } from "./services/go-live.ts";
import { presentGoLive } from "./wire/present-go-live.ts";

const goLive = new Hono<AppEnv>().get(
  "/go-live",
  describe("Merchant", {
    id: "getGoLive",
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

export const routes: Mount = (app) => {
  app.route("/merchant/api/v1", goLive);
};
