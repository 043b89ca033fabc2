import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { asMerchantOrTillCreating } from "../../http/auth.ts";
import { describe } from "../../http/describe.ts";
import { intentBody } from "../../http/intent-body.ts";
import { limitedCreation } from "../../http/rate-limit.ts";
import { orThrow } from "../../http/refusals.ts";
import { idempotency, merchantCaller } from "../../http/request.ts";
import { respondCreated } from "../../http/response.ts";
import { scanCustomerCode } from "../../services/wallet/scan-payment.ts";
import { ScanPaymentBody } from "../../wire/payment-intents/requests.ts";

export const scanPayments = new Hono<AppEnv>().post(
  "/",
  describe("Payment intents", {
    id: "scanPayment",
    summary: "Request a payment from a customer whose QR code was scanned",
    description:
      "Reverse QR: the intent stays `pending_approval` until the customer approves or rejects it in the wallet app. At most 5 may be open per merchant and customer. After a customer's third rejection within 24 hours the merchant waits 5 minutes before the next request, and twice as long after each further rejection. Of the requests that the merchant withdraws, all but two within 24 hours count as rejected.",
    failure: "Failed to create payment intent",
    responds: { 201: "PaymentIntentResponse" },
    refusals: [
      "merchant_not_active",
      "foreign_counter",
      "unknown_counter",
      "scan_token_expired",
      "scan_token_used",
      "unknown_scan_token",
      "idempotency_key_reused",
      "too_many_approvals",
      "too_many_rejections",
    ],
  }),
  asMerchantOrTillCreating,
  limitedCreation,
  intentBody(ScanPaymentBody),
  idempotency,
  async (c) => {
    const input = { ...c.req.valid("json"), metadataJson: c.get("metadataJson") };
    const scanned = orThrow(
      await scanCustomerCode(c.get("deps"), merchantCaller(c), input, c.get("idempotencyKey")),
    );
    return respondCreated(c, scanned);
  },
);
