// What a merchant reads about its business as a whole.
import { type Context, Hono } from "hono";
import { isAdmin, merchantOf } from "#core/domain/sessions/actor-identity.ts";
import type { AppEnv } from "#core/http/app-env.ts";
import { asMerchant, asMerchantOrTill, authenticated } from "#core/http/auth.ts";
import { describe } from "#core/http/describe.ts";
import { type ApiError, invalid } from "#core/http/errors.ts";
import { respondWithFile } from "#core/http/file-response.ts";
import { isDeepPage, limitList, limitLongRead, requireWithinLimit } from "#core/http/rate-limit.ts";
import { orThrow, refusalError } from "#core/http/refusals.ts";
import { merchantActor } from "#core/http/request.ts";
import { respond } from "#core/http/response.ts";
import { tillCounterOf } from "#core/http/session.ts";
import { query } from "#core/http/validate.ts";
import { BOOKINGS_MAX, readStatementLines } from "#core/services/payment-intents/statement-lines.ts";
import { readTotals } from "#core/services/payment-intents/totals.ts";
import {
  presentStatementLines,
  statementLinesFileName,
} from "#core/wire/payment-intents/present-statement-lines.ts";
import { presentTotals } from "#core/wire/payment-intents/present-totals.ts";
import { StatementLinesQuery, TotalsQuery, TransactionsQuery } from "#core/wire/payment-intents/requests.ts";
import { parseId } from "#core/wire/shared/fields.ts";
import { presentPages } from "#core/wire/shared/paging.ts";

const MAX = BOOKINGS_MAX.toLocaleString("en");

export const merchantReports = new Hono<AppEnv>()
  .get(
    "/transactions",
    describe("Transactions", {
      id: "listTransactions",
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
  )
  .get(
    "/totals",
    describe("Merchant", {
      id: "getTotals",
      responds: { 200: "TotalsResponse" },
      refusals: ["merchant_not_active"],
    }),
    asMerchantOrTill,
    query(TotalsQuery, { isStrict: true }),
    async (c) => {
      const { days, byDay } = c.req.valid("query");
      await limitLongRead(c, days !== null && days.from !== days.to);
      const found = orThrow(await readTotals(c.get("deps"), merchantActor(c), days, tillCounterOf(c)));
      return respond<"TotalsResponse">(c, { ...presentTotals(found, { byDay }) });
    },
  )
  .get(
    "/payments.csv",
    describe("Merchant", {
      id: "getPaymentsCsv",
      failure: "Failed to read payments",
      responds: { 200: "text/csv" },
      refusals: ["merchant_not_active"],
    }),
    asMerchant,
    query(StatementLinesQuery, { isStrict: true }),
    async (c) => {
      await requireWithinLimit(c, "downloads", c.get("merchantId"));
      const { days, isRaw } = c.req.valid("query");
      const found = orThrow(await readStatementLines(c.get("deps"), c.get("merchantId"), days));
      if (found === null) throw tooMany(c);
      return await respondWithFile(
        c,
        statementLinesFileName(found),
        "text/csv; charset=utf-8; header=present",
        presentStatementLines(found, { isRaw }),
      );
    },
  );

function tooMany(c: Context<AppEnv>): ApiError {
  const field = c.req.query("to") === undefined ? "date" : "to";
  return invalid([{ field, message: `names more than ${MAX} payments and refunds: ask for fewer days` }]);
}

/** The caller's own merchant, or the one that an administrator without a merchant names in the query. */
export function chosenMerchant(c: Context<AppEnv>, requestedId: unknown): string {
  const identity = c.get("identity");
  if (isAdmin(identity) && identity.merchantId === null) return namedMerchant(requestedId);
  return orThrow(merchantOf(identity, { allowCounters: false }));
}

function namedMerchant(requestedId: unknown): string {
  if (requestedId === undefined) throw refusalError("merchant_missing");
  const id = typeof requestedId === "string" ? parseId(requestedId) : null;
  if (id === null) throw invalid([{ field: "merchant_id", message: "must be a valid UUID" }]);
  return id;
}
