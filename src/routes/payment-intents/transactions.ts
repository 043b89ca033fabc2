import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { authenticated } from "../../http/auth.ts";
import { chosenMerchant } from "../../http/chosen-merchant.ts";
import { describe } from "../../http/describe.ts";
import { isDeepPage, limitList } from "../../http/rate-limit.ts";
import { respond } from "../../http/response.ts";
import { query } from "../../http/validate.ts";
import { TransactionsQuery } from "../../wire/payment-intents/requests.ts";
import { presentPages } from "../../wire/shared/paging.ts";

export const transactions = new Hono<AppEnv>().get(
  "/",
  describe("Transactions", {
    id: "listTransactions",
    summary: "List ledger transactions",
    description:
      "The merchant's account at the ledger, newest first: payments, refunds, and adjustments by the operator.",
    responds: { 200: "TransactionsResponse" },
  }),
  authenticated,
  query(TransactionsQuery),
  async (c) => {
    const { page, limit, merchant_id: requestedId } = c.req.valid("query");
    const merchantId = chosenMerchant(c, requestedId);
    await limitList(c, isDeepPage({ page, limit }));
    const found = await c.get("deps").ledger.listTransactions(merchantId, page, limit);
    const paging = presentPages({ page, limit }, found.total);
    const { transactions } = found;
    return respond<"TransactionsResponse">(c, { merchant_id: merchantId, transactions, ...paging });
  },
);
