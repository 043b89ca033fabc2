import { Hono } from "hono";
import { PER_EMAIL, PER_MERCHANT } from "../../domain/invitation-limits.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { asSignedIn, asSignedInOwner } from "../../http/auth.ts";
import { describe } from "../../http/describe.ts";
import { orThrow } from "../../http/refusals.ts";
import { causeOf, pathId } from "../../http/request.ts";
import { respond } from "../../http/response.ts";
import { jsonBody } from "../../http/validate.ts";
import { listTillsOfUser } from "../../services/counters/tills.ts";
import {
  changeUserRole,
  inviteUser,
  listMerchantUsers,
  removeUser,
} from "../../services/merchants/merchant-users.ts";
import { presentTill } from "../../wire/counters/present-counter.ts";
import { presentMerchantUser } from "../../wire/merchants/present-merchant.ts";
import { InviteUserBody, UpdateUserBody } from "../../wire/merchants/requests.ts";

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
