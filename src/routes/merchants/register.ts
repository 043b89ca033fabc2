import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { asAdmin } from "../../http/auth.ts";
import { describe } from "../../http/describe.ts";
import { orThrow } from "../../http/refusals.ts";
import { causeOf } from "../../http/request.ts";
import { respond } from "../../http/response.ts";
import { jsonBody } from "../../http/validate.ts";
import { registerMerchant } from "../../services/merchants/merchants.ts";
import { RegisterBody } from "../../wire/merchants/requests.ts";

const STORE_SECRET = "Store the client_secret now: it is not shown again.";
const NO_SETUP_LINK =
  "The user's link to set a password could not be made or mailed: call POST /merchants/{merchantID}/setup-link.";

export const register = new Hono<AppEnv>().post(
  "/",
  describe("Platform", {
    id: "registerMerchant",
    summary: "Register a merchant",
    failure: "Failed to register merchant",
    responds: { 201: "MerchantRegisteredResponse" },
    refusals: ["email_taken", "email_refused", "registration_in_progress", "user_not_enabled"],
  }),
  asAdmin,
  jsonBody(RegisterBody),
  async (c) => {
    const { email, business_name: businessName } = c.req.valid("json");
    const { merchantId, clientId, clientSecret, setupUrl, hasSetupLink } = orThrow(
      await registerMerchant(c.get("deps"), causeOf(c), { email, businessName }),
    );
    const credentials = { merchant_id: merchantId, client_id: clientId, client_secret: clientSecret };
    const note = hasSetupLink ? STORE_SECRET : `${STORE_SECRET} ${NO_SETUP_LINK}`;
    return respond(c, { ...credentials, setup_url: setupUrl, note }, 201);
  },
);
