import { Hono } from "hono";
import type { AppEnv } from "../http/app-env.ts";
import { asMerchantCreating } from "../http/auth.ts";
import { describing } from "../http/describe.ts";
import { limitedCreation } from "../http/rate-limit.ts";
import { refused } from "../http/refusals.ts";
import { checkMetadata, idempotency, merchantCaller, rawMetadata } from "../http/request.ts";
import { respondCreated } from "../http/response.ts";
import { jsonBody } from "../http/validate.ts";
import { checkWebhookAddress } from "../http/webhook-address.ts";
import { scanPayment } from "../services/scan-payment.ts";
import { ScanPaymentBody } from "../wire/requests/payment-intents.ts";

const describe = describing("Payment intents");

export const scanPayments = new Hono<AppEnv>().post(
  "/",
  describe({
    id: "scanPayment",
    summary: "Request a payment from a customer whose QR code was scanned",
    description:
      "Reverse QR: the intent stays `pending_approval` until the customer approves or rejects it in the wallet app. At most 5 may be open per merchant and customer.",
    failure: "Failed to create payment intent",
    responds: { 201: "PaymentIntentResponse" },
    refusals: [
      "merchant_not_active",
      "unknown_counter",
      "unknown_scan_token",
      "idempotency_key_reused",
      "too_many_approvals",
    ],
  }),
  asMerchantCreating,
  limitedCreation,
  jsonBody(ScanPaymentBody, { checks: [checkWebhookAddress("callback_url"), checkMetadata] }),
  idempotency,
  async (c) => {
    const body = c.req.valid("json");
    const input = { ...body, metadataJson: rawMetadata(await c.req.text()) };
    const scanned = await scanPayment(c.var.deps, merchantCaller(c), input, c.var.idempotencyKey);
    if (!scanned.ok) throw refused(scanned.error);
    return respondCreated(c, scanned.value);
  },
);
