// What the platform administrator can stop in an incident, and allow again.
import { type Context, Hono } from "hono";
import type { AppEnv } from "#core/http/app-env.ts";
import { asAdmin } from "#core/http/auth.ts";
import { describe } from "#core/http/describe.ts";
import { orThrow } from "#core/http/refusals.ts";
import { actorOf, pathId } from "#core/http/request.ts";
import { respond } from "#core/http/response.ts";
import { jsonBody } from "#core/http/validate.ts";
import { revokeMerchantCounter } from "#core/services/counters/counters.ts";
import { listTillsOfUser } from "#core/services/counters/tills.ts";
import { setMerchantStop } from "#core/services/merchants/merchant-stops.ts";
import { makeOwner } from "#core/services/merchants/merchant-users.ts";
import { listAccessGrantedSince, revokeAccess } from "#core/services/merchants/revoke-access.ts";
import { setUserAccess } from "#core/services/merchants/user-access.ts";
import { presentTill } from "#core/wire/counters/present-counter.ts";
import { presentAccessGrantedSince, presentMerchantUser } from "#core/wire/merchants/present-merchant.ts";
import {
  DisableUserBody,
  EnableUserBody,
  ReasonBody,
  RevokeAccessBody,
} from "#core/wire/merchants/requests.ts";

export const adminStops = new Hono<AppEnv>()
  .post(
    "/:merchantID/suspend",
    describe("Platform", {
      id: "suspendMerchant",
      refusals: ["merchant_erased"],
    }),
    asAdmin,
    jsonBody(ReasonBody),
    async (c) => setStop(c, { stop: "suspension", reason: c.req.valid("json").reason }, "Merchant suspended"),
  )
  .post(
    "/:merchantID/reinstate",
    describe("Platform", {
      id: "reinstateMerchant",
      refusals: ["merchant_erased"],
    }),
    asAdmin,
    async (c) => setStop(c, { stop: "suspension", reason: null }, "Merchant reinstated"),
  )
  .post(
    "/:merchantID/stop-refunds",
    describe("Platform", {
      id: "stopRefunds",
      refusals: ["merchant_erased"],
    }),
    asAdmin,
    jsonBody(ReasonBody),
    async (c) => setStop(c, { stop: "refunds", reason: c.req.valid("json").reason }, "Refunds stopped"),
  )
  .post(
    "/:merchantID/allow-refunds",
    describe("Platform", {
      id: "allowRefunds",
      refusals: ["merchant_erased"],
    }),
    asAdmin,
    async (c) => setStop(c, { stop: "refunds", reason: null }, "Refunds allowed"),
  )
  .post(
    "/:merchantID/disable-user",
    describe("Platform", {
      id: "disableUser",
      responds: { 200: "MerchantUserEndedResponse" },
      refusals: ["user_not_found"],
    }),
    asAdmin,
    jsonBody(DisableUserBody),
    async (c) => {
      const change = { ...c.req.valid("json"), merchantId: pathId(c, "merchantID") };
      const userId = orThrow(await setUserAccess(c.get("deps"), actorOf(c), change));
      const left = await listTillsOfUser(c.get("deps"), change.merchantId, userId);
      const tills = left.map(presentTill);
      return respond<"MerchantUserEndedResponse">(c, { message: "User disabled", tills });
    },
  )
  .post(
    "/:merchantID/enable-user",
    describe("Platform", {
      id: "enableUser",
      refusals: ["user_not_found"],
    }),
    asAdmin,
    jsonBody(EnableUserBody),
    async (c) => {
      const change = { ...c.req.valid("json"), merchantId: pathId(c, "merchantID"), reason: null };
      orThrow(await setUserAccess(c.get("deps"), actorOf(c), change));
      return respond<"MessageResponse">(c, { message: "User enabled" });
    },
  )
  .post(
    "/:merchantID/revoke-access",
    describe("Platform", {
      id: "revokeAccess",
      responds: { 200: "AccessRevokedResponse" },
      refusals: ["merchant_erased"],
    }),
    asAdmin,
    jsonBody(RevokeAccessBody),
    async (c) => {
      const { dry_run: isDry, since = 0, reason = "", webhook_addresses, ...ids } = c.req.valid("json");
      const merchantId = pathId(c, "merchantID");
      if (isDry) {
        const made = orThrow(await listAccessGrantedSince(c.get("deps"), merchantId, since));
        return respond<"AccessRevokedResponse">(c, {
          made_since: presentAccessGrantedSince(made),
          not_found: [],
        });
      }
      const chosen = { ...ids, webhookAddresses: webhook_addresses, reason };
      const missing = orThrow(await revokeAccess(c.get("deps"), actorOf(c), merchantId, chosen));
      return respond<"AccessRevokedResponse">(c, { made_since: null, not_found: missing });
    },
  )
  .post(
    "/:merchantID/users/:userID/owner",
    describe("Platform", {
      id: "makeUserOwner",
      failure: "Failed to make the user an owner",
      responds: { 200: "MerchantUserResponse" },
      refusals: ["merchant_not_found", "merchant_erased"],
    }),
    asAdmin,
    async (c) => {
      const [merchantId, userId] = [pathId(c, "merchantID"), pathId(c, "userID")];
      const user = orThrow(await makeOwner(c.get("deps"), actorOf(c), merchantId, userId));
      return respond<"MerchantUserResponse">(c, { user: presentMerchantUser(user) });
    },
  )
  .post(
    "/:merchantID/counters/:counterID/revoke",
    describe("Platform", {
      id: "revokeCounter",
      refusals: ["merchant_not_found", "merchant_erased"],
    }),
    asAdmin,
    jsonBody(ReasonBody),
    async (c) => {
      const { reason } = c.req.valid("json");
      const counterId = pathId(c, "counterID");
      orThrow(
        await revokeMerchantCounter(c.get("deps"), actorOf(c), pathId(c, "merchantID"), counterId, reason),
      );
      return respond<"MessageResponse">(c, { message: "Counter revoked" });
    },
  );

async function setStop(c: Context<AppEnv>, stop: Parameters<typeof setMerchantStop>[3], message: string) {
  orThrow(await setMerchantStop(c.get("deps"), actorOf(c), pathId(c, "merchantID"), stop));
  return respond<"MessageResponse">(c, { message });
}
