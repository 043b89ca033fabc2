// What the platform administrator can stop in an incident, and allow again.
import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { asAdmin } from "../../http/auth.ts";
import { describe } from "../../http/describe.ts";
import { orThrow } from "../../http/refusals.ts";
import { causeOf, pathId } from "../../http/request.ts";
import { respond } from "../../http/response.ts";
import { jsonBody } from "../../http/validate.ts";
import { revokeMerchantCounter } from "../../services/counters/counters.ts";
import { listTillsOfUser } from "../../services/counters/tills.ts";
import { setMerchantStop } from "../../services/merchants/merchant-stops.ts";
import { makeOwner } from "../../services/merchants/merchant-users.ts";
import { listMadeSince, revokeAccess } from "../../services/merchants/revoke-access.ts";
import { setUserAccess } from "../../services/merchants/user-access.ts";
import { presentTill } from "../../wire/counters/present-counter.ts";
import { presentMadeSince, presentMerchantUser } from "../../wire/merchants/present-merchant.ts";
import {
  DisableUserBody,
  EnableUserBody,
  ReasonBody,
  RevokeAccessBody,
} from "../../wire/merchants/requests.ts";

export const incidentLevers = new Hono<AppEnv>()
  .post(
    "/:merchantID/suspend",
    describe("Platform", {
      id: "suspendMerchant",
      summary: "Suspend a merchant",
      description:
        "From this moment the merchant gets no logins and no new tokens, commands are refused even with tokens already issued, and its open intents cannot be paid. Work under way finishes; issued tokens can read until they expire. A counter or an invitation that is being made is undone.",
      refusals: ["merchant_erased"],
    }),
    asAdmin,
    jsonBody(ReasonBody),
    async (c) => {
      const stop = { stop: "suspension", reason: c.req.valid("json").reason } as const;
      orThrow(await setMerchantStop(c.get("deps"), causeOf(c), pathId(c, "merchantID"), stop));
      return respond<"MessageResponse">(c, { message: "Merchant suspended" });
    },
  )
  .post(
    "/:merchantID/reinstate",
    describe("Platform", {
      id: "reinstateMerchant",
      summary: "End a merchant's suspension",
      description: "Disabled users stay disabled, and inactive counters stay inactive.",
      refusals: ["merchant_erased"],
    }),
    asAdmin,
    async (c) => {
      const stop = { stop: "suspension", reason: null } as const;
      orThrow(await setMerchantStop(c.get("deps"), causeOf(c), pathId(c, "merchantID"), stop));
      return respond<"MessageResponse">(c, { message: "Merchant reinstated" });
    },
  )
  .post(
    "/:merchantID/stop-refunds",
    describe("Platform", {
      id: "stopRefunds",
      summary: "Stop a merchant's refunds",
      description: "Refunds that were already accepted finish. Nothing else is affected.",
      refusals: ["merchant_erased"],
    }),
    asAdmin,
    jsonBody(ReasonBody),
    async (c) => {
      const stop = { stop: "refunds", reason: c.req.valid("json").reason } as const;
      orThrow(await setMerchantStop(c.get("deps"), causeOf(c), pathId(c, "merchantID"), stop));
      return respond<"MessageResponse">(c, { message: "Refunds stopped" });
    },
  )
  .post(
    "/:merchantID/allow-refunds",
    describe("Platform", {
      id: "allowRefunds",
      summary: "Allow a merchant's refunds again",
      description: "By default refunds are allowed.",
      refusals: ["merchant_erased"],
    }),
    asAdmin,
    async (c) => {
      const stop = { stop: "refunds", reason: null } as const;
      orThrow(await setMerchantStop(c.get("deps"), causeOf(c), pathId(c, "merchantID"), stop));
      return respond<"MessageResponse">(c, { message: "Refunds allowed" });
    },
  )
  .post(
    "/:merchantID/disable-user",
    describe("Platform", {
      id: "disableUser",
      summary: "Disable a merchant's dashboard user",
      description:
        "Ends the user's sessions and pairing codes: the user cannot log in, and requests with tokens already issued are refused. Tills that the user has paired stay: they are listed to be revoked.",
      responds: { 200: "MerchantUserEndedResponse" },
      refusals: ["user_not_found"],
    }),
    asAdmin,
    jsonBody(DisableUserBody),
    async (c) => {
      const change = { ...c.req.valid("json"), merchantId: pathId(c, "merchantID") };
      const userId = orThrow(await setUserAccess(c.get("deps"), causeOf(c), change));
      const left = await listTillsOfUser(c.get("deps"), change.merchantId, userId);
      const tills = left.map(presentTill);
      return respond<"MerchantUserEndedResponse">(c, { message: "User disabled", tills });
    },
  )
  .post(
    "/:merchantID/enable-user",
    describe("Platform", {
      id: "enableUser",
      summary: "Enable a merchant's dashboard user again",
      description: "The password stays the same. Earlier sessions are not restored.",
      refusals: ["user_not_found"],
    }),
    asAdmin,
    jsonBody(EnableUserBody),
    async (c) => {
      const change = { ...c.req.valid("json"), merchantId: pathId(c, "merchantID"), reason: null };
      orThrow(await setUserAccess(c.get("deps"), causeOf(c), change));
      return respond<"MessageResponse">(c, { message: "User enabled" });
    },
  )
  .post(
    "/:merchantID/revoke-access",
    describe("Platform", {
      id: "revokeAccess",
      summary: "List and end what was made with stolen access",
      description:
        "With `since` and `dry_run`, lists the users invited, counters created, tills paired, webhook addresses set and payment intents created by clients since then. Otherwise ends exactly the ids that are given. Users can be enabled again, and the merchant can set its address again; counters and tills are made anew.",
      responds: { 200: "AccessRevokedResponse" },
      refusals: ["merchant_erased"],
    }),
    asAdmin,
    jsonBody(RevokeAccessBody),
    async (c) => {
      const { dry_run: isDry, since = 0, reason = "", webhook_addresses, ...ids } = c.req.valid("json");
      const merchantId = pathId(c, "merchantID");
      if (isDry) {
        const made = orThrow(await listMadeSince(c.get("deps"), merchantId, since));
        return respond<"AccessRevokedResponse">(c, { made_since: presentMadeSince(made), not_found: [] });
      }
      const chosen = { ...ids, webhookAddresses: webhook_addresses, reason };
      const missing = orThrow(await revokeAccess(c.get("deps"), causeOf(c), merchantId, chosen));
      return respond<"AccessRevokedResponse">(c, { made_since: null, not_found: missing });
    },
  )
  .post(
    "/:merchantID/users/:userID/owner",
    describe("Platform", {
      id: "makeUserOwner",
      summary: "Make a merchant's dashboard user an owner",
      description:
        "The way back where none of a merchant's users is an owner, as after a restore of the database.",
      failure: "Failed to make the user an owner",
      responds: { 200: "MerchantUserResponse" },
      refusals: ["merchant_not_found", "merchant_erased"],
    }),
    asAdmin,
    async (c) => {
      const [merchantId, userId] = [pathId(c, "merchantID"), pathId(c, "userID")];
      const user = orThrow(await makeOwner(c.get("deps"), causeOf(c), merchantId, userId));
      return respond<"MerchantUserResponse">(c, { user: presentMerchantUser(user) });
    },
  )
  .post(
    "/:merchantID/counters/:counterID/revoke",
    describe("Platform", {
      id: "revokeCounter",
      summary: "Revoke a counter",
      description:
        "Its credentials and tokens stop working at once and permanently. Its open intents stay payable and refundable.",
      refusals: ["merchant_not_found", "merchant_erased"],
    }),
    asAdmin,
    jsonBody(ReasonBody),
    async (c) => {
      const { reason } = c.req.valid("json");
      const counterId = pathId(c, "counterID");
      orThrow(
        await revokeMerchantCounter(c.get("deps"), causeOf(c), pathId(c, "merchantID"), counterId, reason),
      );
      return respond<"MessageResponse">(c, { message: "Counter revoked" });
    },
  );
