// The merchants that may not request payments from a customer.
import { type Context, Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { asCustomer } from "../../http/auth.ts";
import { describing } from "../../http/describe.ts";
import { orThrow } from "../../http/refusals.ts";
import { idParam, walletCaller } from "../../http/request.ts";
import { respond } from "../../http/response.ts";
import { query } from "../../http/validate.ts";
import {
  blockMerchant,
  listBlockedMerchants,
  unblockMerchant,
} from "../../services/wallet/blocked-merchants.ts";
import { presentBlockedMerchant } from "../../wire/merchants/present-merchant.ts";
import { PageQuery } from "../../wire/shared/fields.ts";

const describe = describing("Wallet");

export const blockedMerchants = new Hono<AppEnv>()
  .get(
    "/",
    describe({
      id: "listBlockedMerchants",
      summary: "List the merchants this wallet has blocked",
      description: "Newest first.",
      failure: "Failed to list blocked merchants",
      responds: { 200: "BlockedMerchantsResponse" },
    }),
    asCustomer,
    query(PageQuery),
    async (c) => {
      const { page, limit } = c.req.valid("query");
      const found = await listBlockedMerchants(c.get("deps"), c.get("walletId"), { page, limit });
      const blocked = found.blocked.map(presentBlockedMerchant);
      const paging = { page, limit, total: found.total, total_pages: found.totalPages };
      return respond(c, { success: true, blocked_merchants: blocked, ...paging });
    },
  )
  .post(
    "/:merchantID",
    describe({
      id: "blockMerchant",
      summary: "Block a merchant",
      description:
        "The merchant can no longer request payments from this wallet, and its open requests are rejected. The customer can still pay it by scanning its code. A wallet can block 500 merchants.",
      failure: "Failed to block merchant",
      responds: { 200: "MessageResponse" },
      refusals: ["merchant_not_found", "too_many_blocked_merchants"],
    }),
    asCustomer,
    async (c) => {
      orThrow(await blockMerchant(c.get("deps"), walletCaller(c), merchantIdOf(c)));
      return respond(c, { success: true, message: "Merchant blocked" });
    },
  )
  .delete(
    "/:merchantID",
    describe({
      id: "unblockMerchant",
      summary: "Unblock a merchant",
      failure: "Failed to unblock merchant",
      responds: { 200: "MessageResponse" },
      refusals: ["merchant_not_found"],
    }),
    asCustomer,
    async (c) => {
      orThrow(await unblockMerchant(c.get("deps"), c.get("walletId"), merchantIdOf(c)));
      return respond(c, { success: true, message: "Merchant unblocked" });
    },
  );

function merchantIdOf(c: Context): string {
  return idParam(c, "merchantID", "merchant_not_found");
}
