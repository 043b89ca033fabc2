// What a merchant's owners decide about their account.
import { type Context, Hono } from "hono";
import { PER_EMAIL, PER_MERCHANT } from "../../domain/invitation-limits.ts";
import type { Merchant } from "../../domain/merchant.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { asMerchant, asOwner, asSignedIn, asSignedInOwner } from "../../http/auth.ts";
import { describe } from "../../http/describe.ts";
import { orThrow } from "../../http/refusals.ts";
import { causeOf, pathId } from "../../http/request.ts";
import { respond } from "../../http/response.ts";
import { jsonBody } from "../../http/validate.ts";
import { listTillsOfUser } from "../../services/counters/tills.ts";
import { findMerchantSettings, updateMerchantSettings } from "../../services/merchants/merchant-settings.ts";
import {
  changeUserRole,
  inviteUser,
  listMerchantUsers,
  removeUser,
} from "../../services/merchants/merchant-users.ts";
import { rotateOwnCredentials } from "../../services/merchants/platform.ts";
import { presentTill } from "../../wire/counters/present-counter.ts";
import { presentCredentials, presentMerchantUser } from "../../wire/merchants/present-merchant.ts";
import { InviteUserBody, SettingsBody, UpdateUserBody } from "../../wire/merchants/requests.ts";

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

export const merchantUsers = new Hono<AppEnv>()
  .get(
    "/",
    describe("Merchant", {
      id: "listMerchantUsers",
      summary: "List the merchant's dashboard users",
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
      summary: "Invite a dashboard user",
      description: `To invite someone again whose link was lost or has expired, remove the user first. A merchant can invite ${PER_MERCHANT.most} times an hour, and an email can be invited ${PER_EMAIL.most} times a day, by all merchants together, whether or not that succeeds. For every email that cannot be invited the refusal is the same, whatever the reason. An invitation ends when its email is registered before a password is set: see \`invitation_ended_at\`.`,
      responds: { 201: "MerchantUserInvitedResponse" },
      refusals: ["merchant_not_active", "cannot_be_invited", "too_many_invitations", "too_many_users"],
    }),
    asSignedInOwner,
    jsonBody(InviteUserBody),
    async (c) => {
      const { user, setupUrl } = orThrow(
        await inviteUser(c.get("deps"), causeOf(c), c.get("merchantId"), c.req.valid("json")),
      );
      const invited = { user: presentMerchantUser(user), setup_url: setupUrl };
      return respond<"MerchantUserInvitedResponse">(c, invited, 201);
    },
  )
  .patch(
    "/:userID",
    describe("Merchant", {
      id: "updateMerchantUser",
      summary: "Change a dashboard user's role",
      description: "From the user's next request on.",
      responds: { 200: "MerchantUserResponse" },
      refusals: ["last_owner"],
    }),
    asSignedInOwner,
    jsonBody(UpdateUserBody),
    async (c) => {
      const { role } = c.req.valid("json");
      const change = { userId: pathId(c, "userID"), role };
      const user = orThrow(await changeUserRole(c.get("deps"), causeOf(c), c.get("merchantId"), change));
      return respond<"MerchantUserResponse">(c, { user: presentMerchantUser(user) });
    },
  )
  .delete(
    "/:userID",
    describe("Merchant", {
      id: "removeMerchantUser",
      summary: "Remove a dashboard user",
      description:
        "The user's tokens, sessions and pairing codes end at once. Tills that the user has paired stay: they are listed to be revoked.",
      responds: { 200: "MerchantUserEndedResponse" },
      refusals: ["last_owner"],
    }),
    asSignedInOwner,
    async (c) => {
      const [merchantId, userId] = [c.get("merchantId"), pathId(c, "userID")];
      orThrow(await removeUser(c.get("deps"), causeOf(c), merchantId, userId));
      const left = await listTillsOfUser(c.get("deps"), merchantId, userId);
      const tills = left.map(presentTill);
      return respond<"MerchantUserEndedResponse">(c, { message: "User removed", tills });
    },
  );
