// What a merchant's owners decide about their account.
import { type Context, Hono } from "hono";
import type { AppEnv } from "#core/http/app-env.ts";
import { asMerchant, asOwner, asSignedIn, asSignedInOwner } from "#core/http/auth.ts";
import { describe } from "#core/http/describe.ts";
import { orThrow } from "#core/http/refusals.ts";
import { actorOf, pathId } from "#core/http/request.ts";
import { respond } from "#core/http/response.ts";
import { jsonBody } from "#core/http/validate.ts";
import { listTillsOfUser } from "#core/services/counters/tills.ts";
import {
  findMerchantSettings,
  type Settings,
  updateMerchantSettings,
} from "#core/services/merchants/merchant-settings.ts";
import {
  changeUserRole,
  inviteUser,
  listMerchantUsers,
  removeUser,
} from "#core/services/merchants/merchant-users.ts";
import { rotateOwnCredentials } from "#core/services/merchants/platform.ts";
import { presentTill } from "#core/wire/counters/present-counter.ts";
import { presentCredentials, presentMerchantUser } from "#core/wire/merchants/present-merchant.ts";
import { presentSettings } from "#core/wire/merchants/present-profile.ts";
import {
  InviteUserBody,
  profileOf,
  ReturnSchemesBody,
  SettingsBody,
  UpdateUserBody,
} from "#core/wire/merchants/requests.ts";

export const merchantSettings = new Hono<AppEnv>()
  .get(
    "/",
    describe("Merchant", {
      id: "getMerchantSettings",
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
      responds: { 200: "MerchantSettingsResponse" },
      refusals: ["merchant_not_active"],
    }),
    asOwner,
    jsonBody(SettingsBody),
    async (c) => {
      const { time_zone: timeZone, ...given } = c.req.valid("json");
      const change = { ...(timeZone ? { timeZone } : {}), profile: profileOf(given) };
      const settings = orThrow(
        await updateMerchantSettings(c.get("deps"), actorOf(c), c.get("merchantId"), change),
      );
      return respondWithSettings(c, settings);
    },
  )
  .put(
    "/return-schemes",
    describe("Merchant", {
      id: "setReturnSchemes",
      responds: { 200: "MerchantSettingsResponse" },
      refusals: ["merchant_not_active"],
    }),
    asSignedInOwner,
    jsonBody(ReturnSchemesBody),
    async (c) => {
      const { return_schemes: returnSchemes } = c.req.valid("json");
      const settings = orThrow(
        await updateMerchantSettings(c.get("deps"), actorOf(c), c.get("merchantId"), { returnSchemes }),
      );
      return respondWithSettings(c, settings);
    },
  );

export const credentials = new Hono<AppEnv>().post(
  "/rotate",
  describe("Merchant", {
    id: "rotateCredentials",
    responds: { 200: "CredentialsResponse" },
    refusals: ["merchant_not_active"],
  }),
  asSignedInOwner,
  async (c) => {
    const rotated = orThrow(await rotateOwnCredentials(c.get("deps"), actorOf(c), c.get("merchantId")));
    return respond<"CredentialsResponse">(c, { ...presentCredentials(rotated) });
  },
);

export function respondWithSettings(c: Context<AppEnv>, { own, profile }: Settings): Response {
  const settings = presentSettings(own, profile, c.get("deps").config.publicUrl);
  return respond<"MerchantSettingsResponse">(c, { settings });
}

export const merchantUsers = new Hono<AppEnv>()
  .get(
    "/",
    describe("Merchant", {
      id: "listMerchantUsers",
      responds: { 200: "MerchantUsersResponse" },
    }),
    asSignedIn,
    async (c) => {
      const users = await listMerchantUsers(c.get("deps"), c.get("merchantId"));
      return respond<"MerchantUsersResponse">(c, { users: users.map(presentMerchantUser) });
    },
  )
  .post(
    "/",
    describe("Merchant", {
      id: "inviteMerchantUser",
      responds: { 201: "MerchantUserInvitedResponse" },
      refusals: ["merchant_not_active", "cannot_be_invited", "too_many_invitations", "too_many_users"],
    }),
    asSignedInOwner,
    jsonBody(InviteUserBody),
    async (c) => {
      const { user, setupUrl } = orThrow(
        await inviteUser(c.get("deps"), actorOf(c), c.get("merchantId"), c.req.valid("json")),
      );
      const invited = { user: presentMerchantUser(user), setup_url: setupUrl };
      return respond<"MerchantUserInvitedResponse">(c, invited, 201);
    },
  )
  .patch(
    "/:userID",
    describe("Merchant", {
      id: "updateMerchantUser",
      responds: { 200: "MerchantUserResponse" },
      refusals: ["last_owner"],
    }),
    asSignedInOwner,
    jsonBody(UpdateUserBody),
    async (c) => {
      const { role } = c.req.valid("json");
      const change = { userId: pathId(c, "userID"), role };
      const user = orThrow(await changeUserRole(c.get("deps"), actorOf(c), c.get("merchantId"), change));
      return respond<"MerchantUserResponse">(c, { user: presentMerchantUser(user) });
    },
  )
  .delete(
    "/:userID",
    describe("Merchant", {
      id: "removeMerchantUser",
      responds: { 200: "MerchantUserEndedResponse" },
      refusals: ["last_owner"],
    }),
    asSignedInOwner,
    async (c) => {
      const [merchantId, userId] = [c.get("merchantId"), pathId(c, "userID")];
      orThrow(await removeUser(c.get("deps"), actorOf(c), merchantId, userId));
      const left = await listTillsOfUser(c.get("deps"), merchantId, userId);
      const tills = left.map(presentTill);
      return respond<"MerchantUserEndedResponse">(c, { message: "User removed", tills });
    },
  );
