// What an administrator does about a payment: of an operation without a result from the ledger, and of a closed merchant,
// which gets no tokens.
import { Hono } from "hono";
import type { AppEnv } from "#core/http/app-env.ts";
import { asAdmin } from "#core/http/auth.ts";
import { describe } from "#core/http/describe.ts";
import { orThrow, REFUND_REFUSALS } from "#core/http/refusals.ts";
import { actorOf, idempotency, pathId } from "#core/http/request.ts";
import { merchantView, respond, respondRefunded } from "#core/http/response.ts";
import { jsonBody } from "#core/http/validate.ts";
import { refundForClosedMerchant } from "#core/services/payment-intents/payment-intents.ts";
import {
  resolveAsDeclined,
  resolveWithTransaction,
} from "#core/services/payment-intents/resolve-operation.ts";
import { ReasonBody } from "#core/wire/merchants/requests.ts";
import { ResolveBody } from "#core/wire/payment-intents/requests.ts";

export const administeredIntents = new Hono<AppEnv>()
  .post(
    "/:intentID/resolve",
    describe("Platform", {
      id: "resolvePaymentIntent",
      responds: { 200: "ResolvedPaymentIntentResponse" },
      refusals: [
        "unknown_transaction",
        "foreign_transaction",
        "claimed_transaction",
        "unconfirmed_transaction",
        "transaction_exists",
        "operation_may_still_arrive",
        "keys_not_searchable",
        "no_operation",
        "ledger_report_unexpected",
      ],
    }),
    asAdmin,
    jsonBody(ResolveBody),
    async (c) => {
      const { transaction_id: transactionId, confirm } = c.req.valid("json");
      const [intentId, actor] = [pathId(c, "intentID"), actorOf(c)];
      const resolved =
        typeof transactionId === "string"
          ? await resolveWithTransaction(
              c.get("deps"),
              intentId,
              { transactionId, confirmedId: confirm ?? null },
              actor,
            )
          : await resolveAsDeclined(c.get("deps"), intentId, actor);
      const intent = orThrow(resolved);
      const payment_intent = merchantView(c, intent);
      const is_settled = intent.operation === null;
      return respond<"ResolvedPaymentIntentResponse">(c, { is_settled, payment_intent });
    },
  )
  .post(
    "/:intentID/refund",
    describe("Platform", {
      id: "refundForClosedMerchant",
      responds: { 200: "RefundResponse" },
      refusals: ["merchant_not_closed", "merchant_erased", ...REFUND_REFUSALS],
    }),
    asAdmin,
    idempotency,
    jsonBody(ReasonBody),
    async (c) => {
      const actor = { ...actorOf(c), reason: c.req.valid("json").reason };
      const [intentId, key] = [pathId(c, "intentID"), c.get("idempotencyKey")];
      return respondRefunded(c, orThrow(await refundForClosedMerchant(c.get("deps"), actor, intentId, key)));
    },
  );
