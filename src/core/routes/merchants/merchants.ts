// The platform administrator's operations on merchants.
import { Hono } from "hono";
import type { AppEnv } from "#core/http/app-env.ts";
import { asAdmin } from "#core/http/auth.ts";
import { describe } from "#core/http/describe.ts";
import { isDeepPage, limitList } from "#core/http/rate-limit.ts";
import { orThrow } from "#core/http/refusals.ts";
import { actorOf, pathId } from "#core/http/request.ts";
import { respond } from "#core/http/response.ts";
import { jsonBody, query } from "#core/http/validate.ts";
import { changeMerchant } from "#core/services/merchants/merchant-changes.ts";
import { closeMerchant } from "#core/services/merchants/merchant-stops.ts";
import { createSetupLink, registerMerchant } from "#core/services/merchants/merchants.ts";
import {
  listPlatformMerchants,
  readMerchant,
  rotateMerchantCredentials,
  setMerchantStatus,
} from "#core/services/merchants/platform.ts";
import { presentCredentials, presentMerchant } from "#core/wire/merchants/present-merchant.ts";
import {
  MerchantsQuery,
  ReasonBody,
  RegisterBody,
  UpdateMerchantBody,
} from "#core/wire/merchants/requests.ts";
import { presentPaging } from "#core/wire/shared/paging.ts";

const STORE_SECRETS = "Store client_secret and webhook_secret now: they are not shown again.";
const NO_SETUP_LINK =
  "The user's link to set a password could not be made or mailed: call POST /merchants/{merchantID}/setup-link.";

export const register = new Hono<AppEnv>().post(
  "/",
  describe("Platform", {
    id: "registerMerchant",
    responds: { 201: "MerchantRegisteredResponse" },
    refusals: ["email_taken", "email_refused", "registration_in_progress", "user_not_enabled"],
  }),
  asAdmin,
  jsonBody(RegisterBody),
  async (c) => {
    const { email, business_name: businessName } = c.req.valid("json");
    const { merchantId, clientId, clientSecret, webhookSecret, setupUrl, hasSetupLink } = orThrow(
      await registerMerchant(c.get("deps"), actorOf(c), { email, businessName }),
    );
    const credentials = { merchant_id: merchantId, client_id: clientId, client_secret: clientSecret };
    const note = hasSetupLink ? STORE_SECRETS : `${STORE_SECRETS} ${NO_SETUP_LINK}`;
    const registered = { ...credentials, webhook_secret: webhookSecret, setup_url: setupUrl, note };
    return respond<"MerchantRegisteredResponse">(c, registered, 201);
  },
);

export const merchants = new Hono<AppEnv>()
  .get(
    "/",
    describe("Platform", {
      id: "listMerchants",
      responds: { 200: "MerchantsResponse" },
    }),
    asAdmin,
    query(MerchantsQuery),
    async (c) => {
      const { status, email, ...position } = c.req.valid("query");
      await limitList(c, isDeepPage(position));
      const found = await listPlatformMerchants(c.get("deps"), { status, email }, position);
      const merchants = found.rows.map(presentMerchant);
      return respond<"MerchantsResponse">(c, { merchants, ...presentPaging(position, found) });
    },
  )
  .get(
    "/:merchantID",
    describe("Platform", {
      id: "getMerchant",
      responds: { 200: "MerchantResponse" },
    }),
    asAdmin,
    async (c) => {
      const merchant = orThrow(await readMerchant(c.get("deps"), pathId(c, "merchantID")));
      return respond<"MerchantResponse">(c, { merchant: presentMerchant(merchant) });
    },
  )
  .patch(
    "/:merchantID",
    describe("Platform", {
      id: "updateMerchant",
      responds: { 200: "MerchantResponse" },
      refusals: ["merchant_erased", "email_taken", "user_exists"],
    }),
    asAdmin,
    jsonBody(UpdateMerchantBody),
    async (c) => {
      const { email, business_name: businessName } = c.req.valid("json");
      const change = { email, businessName };
      const merchant = orThrow(
        await changeMerchant(c.get("deps"), actorOf(c), pathId(c, "merchantID"), change),
      );
      return respond<"MerchantResponse">(c, { merchant: presentMerchant(merchant) });
    },
  )
  .post(
    "/:merchantID/close",
    describe("Platform", {
      id: "closeMerchant",
    }),
    asAdmin,
    jsonBody(ReasonBody),
    async (c) => {
      const { reason } = c.req.valid("json");
      orThrow(await closeMerchant(c.get("deps"), actorOf(c), pathId(c, "merchantID"), reason));
      return respond<"MessageResponse">(c, { message: "Merchant closed" });
    },
  )
  .post(
    "/:merchantID/activate",
    describe("Platform", {
      id: "activateMerchant",
      refusals: ["merchant_erased"],
    }),
    asAdmin,
    async (c) => {
      orThrow(await setMerchantStatus(c.get("deps"), actorOf(c), pathId(c, "merchantID"), "active"));
      return respond<"MessageResponse">(c, { message: "Merchant activated" });
    },
  )
  .post(
    "/:merchantID/deactivate",
    describe("Platform", {
      id: "deactivateMerchant",
      refusals: ["merchant_erased", "merchant_closed"],
    }),
    asAdmin,
    async (c) => {
      orThrow(await setMerchantStatus(c.get("deps"), actorOf(c), pathId(c, "merchantID"), "inactive"));
      return respond<"MessageResponse">(c, { message: "Merchant deactivated" });
    },
  )
  .post(
    "/:merchantID/rotate-credentials",
    describe("Platform", {
      id: "rotateMerchantCredentials",
      responds: { 200: "CredentialsResponse" },
      refusals: ["merchant_erased"],
    }),
    asAdmin,
    async (c) => {
      const rotated = orThrow(
        await rotateMerchantCredentials(c.get("deps"), actorOf(c), pathId(c, "merchantID")),
      );
      return respond<"CredentialsResponse">(c, { ...presentCredentials(rotated) });
    },
  )
  .post(
    "/:merchantID/setup-link",
    describe("Platform", {
      id: "createSetupLink",
      responds: { 200: "SetupLinkResponse" },
      refusals: ["merchant_suspended", "user_not_enabled", "user_exists", "email_refused"],
    }),
    asAdmin,
    async (c) => {
      const { setupUrl } = orThrow(await createSetupLink(c.get("deps"), actorOf(c), pathId(c, "merchantID")));
      return respond<"SetupLinkResponse">(c, { setup_url: setupUrl });
    },
  );
