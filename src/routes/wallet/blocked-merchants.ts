// The merchants that may not request payments from a customer.
import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { asCustomer } from "../../http/auth.ts";
import { describe } from "../../http/describe.ts";
import { orThrow } from "../../http/refusals.ts";
import { pathId, walletCaller } from "../../http/request.ts";
import { respond } from "../../http/response.ts";
import { query } from "../../http/validate.ts";
import {
  blockMerchant,
  listBlockedMerchants,
  unblockMerchant,
} from "../../services/wallet/blocked-merchants.ts";
import { presentBlockedMerchant } from "../../wire/merchants/present-merchant.ts";
import { PageQuery } from "../../wire/shared/fields.ts";
import { presentPages } from "../../wire/shared/paging.ts";

export const blockedMerchants = new Hono<AppEnv>()
  .get(
    "/",
    describe("Wallet", {
      id: "listBlockedMerchants",
      summary: "List the merchants this wallet has blocked",
      description: "Newest first.",
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
    "/:merchantID",
    describe("Wallet", {
      id: "blockMerchant",
      summary: "Block a merchant",
      description:
        "The merchant can no longer request payments from this wallet, and its open requests are rejected. The customer can still pay it by scanning its code. A wallet can block 500 merchants.",
      refusals: ["too_many_blocked_merchants"],
    }),
    asCustomer,
    async (c) => {
      orThrow(await blockMerchant(c.get("deps"), walletCaller(c), pathId(c, "merchantID")));
      return respond<"MessageResponse">(c, { message: "Merchant blocked" });
    },
  )
  .delete(
    "/:merchantID",
    describe("Wallet", {
      id: "unblockMerchant",
      summary: "Unblock a merchant",
    }),
    asCustomer,
    async (c) => {
      orThrow(await unblockMerchant(c.get("deps"), c.get("walletId"), pathId(c, "merchantID")));
      return respond<"MessageResponse">(c, { message: "Merchant unblocked" });
    },
  );
