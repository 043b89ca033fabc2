import { type Context, Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { asMerchant, asOwner } from "../../http/auth.ts";
import { describing } from "../../http/describe.ts";
import { orThrow } from "../../http/refusals.ts";
import { causeOf, idParam } from "../../http/request.ts";
import { respond } from "../../http/response.ts";
import { jsonBody } from "../../http/validate.ts";
import {
  changeUserRole,
  inviteUser,
  listMerchantUsers,
  removeUser,
} from "../../services/merchants/merchant-users.ts";
import { presentMerchantUser } from "../../wire/merchants/present-merchant.ts";
import { InviteUserBody, UpdateUserBody } from "../../wire/merchants/user-requests.ts";

const describe = describing("Merchant");

export const merchantUsers = new Hono<AppEnv>()
  .get(
    "/",
    describe({
      id: "listMerchantUsers",
      summary: "List the merchant's dashboard users",
      failure: "Failed to list users",
      responds: { 200: "MerchantUsersResponse" },
    }),
    asMerchant,
    async (c) => {
      const users = await listMerchantUsers(c.get("deps"), c.get("merchantId"));
      return respond(c, { success: true, users: users.map(presentMerchantUser) });
    },
  )
  .post(
    "/",
    describe({
      id: "inviteMerchantUser",
      summary: "Invite a dashboard user",
      description: "To invite someone again whose link was lost or has expired, remove the user first.",
      failure: "Failed to invite user",
      responds: { 201: "MerchantUserInvitedResponse" },
      refusals: ["merchant_not_active", "user_exists", "email_refused", "too_many_users"],
    }),
    asOwner,
    jsonBody(InviteUserBody),
    async (c) => {
      const { user, setupUrl } = orThrow(
        await inviteUser(c.get("deps"), causeOf(c), c.get("merchantId"), c.req.valid("json")),
      );
      return respond(c, { success: true, user: presentMerchantUser(user), setup_url: setupUrl }, 201);
    },
  )
  .patch(
    "/:userID",
    describe({
      id: "updateMerchantUser",
      summary: "Change a dashboard user's role",
      description: "From the user's next request on.",
      failure: "Failed to update user",
      responds: { 200: "MerchantUserResponse" },
      refusals: ["user_not_found", "last_owner"],
    }),
    asOwner,
    jsonBody(UpdateUserBody),
    async (c) => {
      const { role } = c.req.valid("json");
      const change = { userId: userIdOf(c), role };
      const user = orThrow(await changeUserRole(c.get("deps"), causeOf(c), c.get("merchantId"), change));
      return respond(c, { success: true, user: presentMerchantUser(user) });
    },
  )
  .delete(
    "/:userID",
    describe({
      id: "removeMerchantUser",
      summary: "Remove a dashboard user",
      description: "The user's tokens and sessions end at once.",
      failure: "Failed to remove user",
      responds: { 200: "MessageResponse" },
      refusals: ["user_not_found", "last_owner"],
    }),
    asOwner,
    async (c) => {
      orThrow(await removeUser(c.get("deps"), causeOf(c), c.get("merchantId"), userIdOf(c)));
      return respond(c, { success: true, message: "User removed" });
    },
  );

function userIdOf(c: Context): string {
  return idParam(c, "userID", "user_not_found");
}
