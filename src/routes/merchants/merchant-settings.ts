// What a merchant's owners decide about their account.
import { type Context, Hono } from "hono";
import type { Merchant } from "../../domain/merchant.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { asMerchant, asOwner, asSignedInOwner } from "../../http/auth.ts";
import { describe } from "../../http/describe.ts";
import { orThrow } from "../../http/refusals.ts";
import { causeOf } from "../../http/request.ts";
import { respond } from "../../http/response.ts";
import { jsonBody } from "../../http/validate.ts";
import { findMerchantSettings, updateMerchantSettings } from "../../services/merchants/merchant-settings.ts";
import { rotateOwnCredentials } from "../../services/merchants/platform.ts";
import { presentCredentials } from "../../wire/merchants/present-merchant.ts";
import { SettingsBody } from "../../wire/merchants/requests.ts";

export const merchantSettings = new Hono<AppEnv>()
  .get(
    "/",
    describe("Merchant", {
      id: "getMerchantSettings",
      summary: "Read the merchant's settings",
      responds: { 200: "MerchantSettingsResponse" },
      refusals: ["merchant_not_active"],
    }),
    asMerchant,
    async (c) => {
      return respondWithSettings(c, orThrow(await findMerchantSettings(c.get("deps"), c.get("merchantId"))));
    },
  )
  .put(
    "/",
    describe("Merchant", {
      id: "updateMerchantSettings",
      summary: "Update the merchant's settings",
      description: "Fields that are left out stay as they are.",
      responds: { 200: "MerchantSettingsResponse" },
      refusals: ["merchant_not_active"],
    }),
    asOwner,
    jsonBody(SettingsBody),
    async (c) => {
      const { time_zone: timeZone } = c.req.valid("json");
      const change = timeZone ? { timeZone } : {};
      const settings = orThrow(
        await updateMerchantSettings(c.get("deps"), causeOf(c), c.get("merchantId"), change),
      );
      return respondWithSettings(c, settings);
    },
  );

export const credentials = new Hono<AppEnv>().post(
  "/rotate",
  describe("Merchant", {
    id: "rotateCredentials",
    summary: "Get a new client secret",
    description:
      "The old one gets no more tokens. Tokens that it has got stay valid until they expire. Who has lost the secret and cannot sign in asks the platform's administrator.",
    responds: { 200: "CredentialsResponse" },
    refusals: ["merchant_not_active"],
  }),
  asSignedInOwner,
  async (c) => {
    const rotated = orThrow(await rotateOwnCredentials(c.get("deps"), causeOf(c), c.get("merchantId")));
    return respond<"CredentialsResponse">(c, { ...presentCredentials(rotated) });
  },
);

function respondWithSettings(c: Context<AppEnv>, { timeZone }: Pick<Merchant, "timeZone">): Response {
  return respond<"MerchantSettingsResponse">(c, { settings: { time_zone: timeZone } });
}
