// Anyone makes a merchant here, without a token.
import { Hono } from "hono";
import * as z from "zod/mini";
import { issuerUrl, tokenUrl } from "#core/domain/identity-provider/realm.ts";
import type { AppEnv } from "#core/http/app-env.ts";
import { describe, withMetadata } from "#core/http/describe.ts";
import { limitedAddress } from "#core/http/rate-limit.ts";
import { orThrow } from "#core/http/refusals.ts";
import { addressKeyOf } from "#core/http/request.ts";
import { respond } from "#core/http/response.ts";
import { type BodyCheck, jsonBody } from "#core/http/validate.ts";
import { signUp } from "#sandbox/services/sign-ups.ts";
import { sandboxDependencies } from "./sandbox-dependencies.ts";

const NOTE = "Store client_secret and webhook_secret now: they are not shown again. Its money is play money.";
const FIELDS_MAX = 20;

/** Whoever sends a name or an email expects that it becomes the merchant's. */
const takesNothing: BodyCheck = async (_, body) =>
  Object.keys(body)
    .slice(0, FIELDS_MAX)
    .map((field) => ({ field, message: "is not taken: send no body" }));

const body = jsonBody(z.object({}), { isOptional: true, checks: [takesNothing] });

export const signUps = new Hono<AppEnv>().post(
  "/",
  describe("Sandbox", {
    id: "createSandboxMerchant",
    responds: { 201: "SandboxMerchantResponse" },
    refusals: ["sign_ups_off", "too_many_sign_ups", "too_many_sign_ups_today", "sandbox_full"],
  }),
  withMetadata({ access: "anyone", isRateLimited: true }, limitedAddress),
  // The document has no body for it.
  (c, next) => body(c as never, next),
  async (c) => {
    const deps = sandboxDependencies(c);
    const made = orThrow(await signUp(deps, c.get("requestId"), addressKeyOf(c)));
    const { publicUrl, identityProvider } = deps.config;
    const credentials = { merchant_id: made.merchantId, business_name: made.businessName };
    const secrets = { client_secret: made.clientSecret, webhook_secret: made.webhookSecret };
    const urls = { token_url: tokenUrl(issuerUrl(identityProvider.url)), api_url: publicUrl };
    const members = { ...credentials, client_id: made.clientId, ...secrets, ...urls };
    return respond<"SandboxMerchantResponse">(
      c,
      { ...members, docs_url: `${publicUrl}/docs`, note: NOTE },
      201,
    );
  },
);
