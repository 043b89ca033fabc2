import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { asCustomer } from "../../http/auth.ts";
import { describe } from "../../http/describe.ts";
import { limitList, limitLongRead } from "../../http/rate-limit.ts";
import { orThrow } from "../../http/refusals.ts";
import { respond } from "../../http/response.ts";
import { query } from "../../http/validate.ts";
import { readHistory } from "../../services/wallet/wallet-history.ts";
import { historyCursor } from "../../wire/shared/cursor.ts";
import { presentWalletTransaction } from "../../wire/wallet/present-transaction.ts";
import { WalletTransactionsQuery } from "../../wire/wallet/requests.ts";

export const walletTransactions = new Hono<AppEnv>().get(
  "/",
  describe("Wallet", {
    id: "listWalletTransactions",
    summary: "List this wallet's transactions",
    description: "The wallet's account at the ledger, newest first: payments, refunds, and what was paid in.",
    failure: "Failed to list transactions",
    responds: { 200: "WalletTransactionsResponse" },
    refusals: ["unknown_cursor"],
  }),
  asCustomer,
  query(WalletTransactionsQuery),
  async (c) => {
    await limitList(c);
    const { limit, cursor } = c.req.valid("query");
    const beforeLongRead = () => limitLongRead(c, true);
    const { lines, next } = orThrow(
      await readHistory(c.get("deps"), c.get("walletId"), cursor, limit, beforeLongRead),
    );
    const transactions = lines.map(presentWalletTransaction);
    const next_cursor = historyCursor.format(next);
    return respond<"WalletTransactionsResponse">(c, { transactions, next_cursor });
  },
);
