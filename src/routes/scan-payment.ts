import { Hono } from "hono";
import { answerCreated } from "../http/answer-created.ts";
import type { AppEnv } from "../http/app-env.ts";
import { asMerchant } from "../http/auth.ts";
import { merchantCaller } from "../http/caller.ts";
import { failsWith } from "../http/failure.ts";
import { idempotencyKeyOf } from "../http/idempotency-key.ts";
import { rawMetadata } from "../http/metadata.ts";
import { refused } from "../http/refusals.ts";
import { ScanPaymentBody } from "../http/schemas/payment-intents.ts";
import { requireJson, validate } from "../http/validate.ts";
import { checkWebhookAddress } from "../http/webhook-address.ts";
import { scanPayment } from "../services/scan-payment.ts";

export const scanPayments = new Hono<AppEnv>().post(
  "/",
  failsWith("Failed to create payment intent"),
  asMerchant({ allowCounters: false }),
  requireJson,
  validate("json", ScanPaymentBody),
  async (c) => {
    const body = c.req.valid("json");
    await checkWebhookAddress("callback_url", body.callbackUrl, c.var.services.config.webhooks);
    const input = { ...body, metadataJson: rawMetadata(await c.req.text()) };
    const scanned = await scanPayment(c.var.services, merchantCaller(c), input, idempotencyKeyOf(c));
    if (!scanned.ok) throw refused(scanned.error);
    return answerCreated(c, scanned.value);
  },
);
