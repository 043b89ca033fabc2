// What an administrator does about a payment whose merchant is closed, and so gets no tokens.
import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { asAdmin } from "../../http/auth.ts";
import { describe } from "../../http/describe.ts";
import { orThrow, REFUND_REFUSALS } from "../../http/refusals.ts";
import { causeOf, idempotency, pathId } from "../../http/request.ts";
import { respondRefunded } from "../../http/response.ts";
import { jsonBody } from "../../http/validate.ts";
import { refundForClosedMerchant } from "../../services/payment-intents/payment-intents.ts";
import { ReasonBody } from "../../wire/merchants/requests.ts";

export const closedMerchants = new Hono<AppEnv>().post(
  "/:intentID/refund",
  describe("Platform", {
    id: "refundForClosedMerchant",
    summary: "Refund a payment of a closed merchant",
    description:
      "In full and once, from the merchant's account, without reinstating the merchant. The `reason` is kept in the audit trail. Any other merchant refunds its payments itself.",
    responds: { 200: "RefundResponse" },
    refusals: ["merchant_not_closed", "merchant_erased", ...REFUND_REFUSALS],
  }),
  asAdmin,
  idempotency,
  jsonBody(ReasonBody),
  async (c) => {
    const cause = { ...causeOf(c), reason: c.req.valid("json").reason };
    const [intentId, key] = [pathId(c, "intentID"), c.get("idempotencyKey")];
    return respondRefunded(c, orThrow(await refundForClosedMerchant(c.get("deps"), cause, intentId, key)));
  },
);
