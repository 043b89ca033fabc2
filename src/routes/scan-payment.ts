import { Hono } from "hono";
import type { AppEnv } from "../http/app-env.ts";
import { asMerchant } from "../http/auth.ts";
import { failsWith } from "../http/failure.ts";
import { refused } from "../http/refusals.ts";
import { checkWebhookAddress, idempotencyKeyOf, merchantCaller, rawMetadata } from "../http/request.ts";
import { respondCreated } from "../http/response.ts";
import { requireJson, validate } from "../http/validate.ts";
import { scanPayment } from "../services/scan-payment.ts";
import { ScanPaymentBody } from "../wire/requests/payment-intents.ts";

export const scanPayments = new Hono<AppEnv>().post(
  "/",
  failsWith("Failed to create payment intent"),
  asMerchant({ allowCounters: false }),
  requireJson,
  validate("json", ScanPaymentBody),
  async (c) => {
    const body = c.req.valid("json");
    await checkWebhookAddress("callback_url", body.callbackUrl, c.var.deps.config.webhooks);
    const input = { ...body, metadataJson: rawMetadata(await c.req.text()) };
    const scanned = await scanPayment(c.var.deps, merchantCaller(c), input, idempotencyKeyOf(c));
    if (!scanned.ok) throw refused(scanned.error);
    return respondCreated(c, scanned.value);
  },
);
