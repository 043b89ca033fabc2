// A wallet as a whole: which merchants it has blocked, and how it is stopped, by its customer or an administrator.
import { Hono } from "hono";
import { SESSION_KINDS } from "#core/domain/sessions/session.ts";
import type { AppEnv } from "#core/http/app-env.ts";
import { asAdmin, asCustomer } from "#core/http/auth.ts";
import { describe } from "#core/http/describe.ts";
import { orThrow } from "#core/http/refusals.ts";
import { actorOf, pathId, walletActor } from "#core/http/request.ts";
import { respond } from "#core/http/response.ts";
import { customerSessionOf } from "#core/http/session.ts";
import { noSessionCookie } from "#core/http/session-cookie.ts";
import { jsonBody, query } from "#core/http/validate.ts";
import {
  blockMerchant,
  listBlockedMerchants,
  unblockMerchant,
} from "#core/services/wallet/blocked-merchants.ts";
import { isKnownWallet, releaseWallet, stopWallet } from "#core/services/wallet/wallet-stops.ts";
import { presentBlockedMerchant } from "#core/wire/merchants/present-merchant.ts";
import { ReasonBody } from "#core/wire/merchants/requests.ts";
import { PageQuery } from "#core/wire/shared/fields.ts";
import { presentPages } from "#core/wire/shared/paging.ts";

export const walletAccount = new Hono<AppEnv>()
  .post(
    "/sessions/stop",
    describe("Wallet", {
      id: "stopOwnWallet",
    }),
    asCustomer,
    async (c) => {
      await stopWallet(c.get("deps"), walletActor(c), null);
      const headers =
        customerSessionOf(c) === null ? {} : { "Set-Cookie": noSessionCookie(SESSION_KINDS.customer) };
      return respond<"MessageResponse">(c, { message: "Wallet stopped" }, 200, headers);
    },
  )
  .get(
    "/blocked-merchants",
    describe("Wallet", {
      id: "listBlockedMerchants",
      responds: { 200: "BlockedMerchantsResponse" },
    }),
    asCustomer,
    query(PageQuery),
    async (c) => {
      const position = c.req.valid("query");
      const found = await listBlockedMerchants(c.get("deps"), c.get("walletId"), position);
      const blocked_merchants = found.blocked.map(presentBlockedMerchant);
      const paging = presentPages(position, found.total);
      return respond<"BlockedMerchantsResponse">(c, { blocked_merchants, ...paging });
    },
  )
  .post(
    "/blocked-merchants/:merchantID",
    describe("Wallet", {
      id: "blockMerchant",
      refusals: ["too_many_blocked_merchants"],
    }),
    asCustomer,
    async (c) => {
      orThrow(await blockMerchant(c.get("deps"), walletActor(c), pathId(c, "merchantID")));
      return respond<"MessageResponse">(c, { message: "Merchant blocked" });
    },
  )
  .delete(
    "/blocked-merchants/:merchantID",
    describe("Wallet", {
      id: "unblockMerchant",
    }),
    asCustomer,
    async (c) => {
      orThrow(await unblockMerchant(c.get("deps"), c.get("walletId"), pathId(c, "merchantID")));
      return respond<"MessageResponse">(c, { message: "Merchant unblocked" });
    },
  );

/** Whoever mistypes an id in a hurry must not believe that the right wallet is stopped. */
const UNUSED_WALLET = {
  field: "walletID",
  message: "no wallet with this id has been used: check it. It is stopped, should it come to be used",
  code: "wallet_unused",
};

export const walletStops = new Hono<AppEnv>()
  .post(
    "/:walletID/stop",
    describe("Platform", {
      id: "stopWallet",
    }),
    asAdmin,
    jsonBody(ReasonBody),
    async (c) => {
      const caller = { ...walletActor(c), walletId: pathId(c, "walletID") };
      await stopWallet(c.get("deps"), caller, c.req.valid("json").reason);
      const warnings = (await isKnownWallet(c.get("deps"), caller.walletId)) ? [] : [UNUSED_WALLET];
      return respond<"MessageResponse">(c, { message: "Wallet stopped" }, 200, {}, warnings);
    },
  )
  .post(
    "/:walletID/release",
    describe("Platform", {
      id: "releaseWallet",
    }),
    asAdmin,
    async (c) => {
      await releaseWallet(c.get("deps"), actorOf(c), pathId(c, "walletID"));
      return respond<"MessageResponse">(c, { message: "Wallet released" });
    },
  );
