import { Hono } from "hono";
import type { AppEnv } from "../http/app-env.ts";
import { asAdmin } from "../http/auth.ts";
import { failsWith } from "../http/failure.ts";
import { refused } from "../http/refusals.ts";
import { respond } from "../http/response.ts";
import { requireJson, validate } from "../http/validate.ts";
import { registerMerchant } from "../services/merchants.ts";
import { RegisterBody } from "../wire/requests/merchants.ts";

export const register = new Hono<AppEnv>().post(
  "/",
  failsWith("Failed to register merchant"),
  asAdmin,
  requireJson,
  validate("json", RegisterBody),
  async (c) => {
    const { email, business_name: businessName } = c.req.valid("json");
    const registered = await registerMerchant(c.var.deps, { email, businessName });
    if (!registered.ok) throw refused(registered.error);
    const { merchantId, clientId, clientSecret, setupUrl } = registered.value;
    return respond(
      c,
      {
        success: true,
        merchant_id: merchantId,
        client_id: clientId,
        client_secret: clientSecret,
        setup_url: setupUrl,
        note: "Store the client_secret now: it is not shown again.",
      },
      201,
    );
  },
);
