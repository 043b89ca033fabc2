import { type Context, Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { asMerchant } from "../../http/auth.ts";
import { describe } from "../../http/describe.ts";
import { type ApiError, invalid } from "../../http/errors.ts";
import { requireWithinLimit } from "../../http/rate-limit.ts";
import { orThrow } from "../../http/refusals.ts";
import { streamOf } from "../../http/stream.ts";
import { query } from "../../http/validate.ts";
import { BOOKINGS_MAX, readBookings } from "../../services/payment-intents/bookings.ts";
import { bookingsFileName, presentBookings } from "../../wire/payment-intents/present-bookings.ts";
import { BookingsQuery } from "../../wire/payment-intents/requests.ts";

const MAX = BOOKINGS_MAX.toLocaleString("en");

export const paymentsCsv = new Hono<AppEnv>().get(
  "/",
  describe("Merchant", {
    id: "getPaymentsCsv",
    summary: "Download payments and refunds as CSV",
    description: `A row for each payment that completed and each refund that settled, the latter with a negative amount: per currency, they add up to the \`net\` of the totals of the same days. At most ${MAX} rows. UTF-8 with a byte order mark; times are of the merchant's time zone. Text that a spreadsheet would take for a formula has an apostrophe before it, unless \`texts\` is \`raw\`.`,
    failure: "Failed to read payments",
    responds: { 200: "text/csv" },
    refusals: ["merchant_not_active"],
  }),
  asMerchant,
  query(BookingsQuery, { isStrict: true }),
  async (c) => {
    await requireWithinLimit(c, "downloads", c.get("merchantId"));
    const { days, isRaw } = c.req.valid("query");
    const found = orThrow(await readBookings(c.get("deps"), c.get("merchantId"), days));
    if (found === null) throw tooMany(c);
    return c.body(await streamOf(c, presentBookings(found, { isRaw })), 200, {
      "Content-Type": "text/csv; charset=utf-8; header=present",
      "Content-Disposition": `attachment; filename="${bookingsFileName(found)}"`,
    });
  },
);

/** Names the parameter to change. */
function tooMany(c: Context<AppEnv>): ApiError {
  const field = c.req.query("to") === undefined ? "date" : "to";
  return invalid([{ field, message: `names more than ${MAX} payments and refunds: ask for fewer days` }]);
}
