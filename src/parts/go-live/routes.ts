import { Hono } from "hono";
import type { Mount } from "../../core/part.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { authenticated } from "../../http/auth.ts";
import { describe } from "../../http/describe.ts";
import { limitLongRead } from "../../http/rate-limit.ts";
import { orThrow } from "../../http/refusals.ts";
import { respond } from "../../http/response.ts";
import { query } from "../../http/validate.ts";
import { chosenMerchant } from "../../routes/merchants/reports.ts";
import { readGoLive } from "../../services/merchants/go-live.ts";
import { presentGoLive } from "../../wire/merchants/present-go-live.ts";
import { ChosenMerchantQuery } from "../../wire/merchants/requests.ts";

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
