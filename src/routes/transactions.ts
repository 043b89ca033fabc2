import { Hono } from "hono";
import type { AppEnv } from "../http/app-env.ts";
import { authenticated } from "../http/auth.ts";
import { describing } from "../http/describe.ts";
import { invalid } from "../http/errors.ts";
import { isFar, limitLongRead } from "../http/rate-limit.ts";
import { refused } from "../http/refusals.ts";
import { respond } from "../http/response.ts";
import { query } from "../http/validate.ts";
import { chooseMerchant } from "../services/transactions.ts";
import { parseId } from "../wire/requests/fields.ts";
import { TransactionsQuery } from "../wire/requests/transactions.ts";

const describe = describing("Transactions");

export const transactions = new Hono<AppEnv>().get(
  "/",
  describe({
    id: "listTransactions",
    summary: "List ledger transactions",
    description: "The merchant's account at the ledger, newest first.",
    failure: "Failed to list transactions",
    responds: { 200: "TransactionsResponse" },
  }),
  authenticated,
  query(TransactionsQuery),
  async (c) => {
    const { page, limit, merchant_id: requestedId } = c.req.valid("query");
    const merchant = chooseMerchant(c.get("principal"), () => readMerchantId(requestedId));
    if (!merchant.ok) throw refused(merchant.error);
    await limitLongRead(c, isFar({ page, limit }));
    const found = await c.get("deps").ledger.listTransactions(merchant.value, page, limit);
    return respond(c, {
      success: true,
      merchant_id: merchant.value,
      transactions: found.transactions,
      page,
      limit,
      total: found.total,
      total_pages: Math.ceil(found.total / limit),
    });
  },
);

/** Called only for administrators: for everyone else the parameter is ignored, even a malformed one. */
function readMerchantId(requestedId: unknown): string | null {
  if (requestedId === undefined) return null;
  const id = typeof requestedId === "string" ? parseId(requestedId) : null;
  if (id === null) throw invalid([{ field: "merchant_id", message: "must be a valid UUID" }]);
  return id;
}
