import { Hono } from "hono";
import * as z from "zod";
import { answer } from "../http/answer.ts";
import type { AppEnv } from "../http/app-env.ts";
import { asMerchant } from "../http/auth.ts";
import { failsWith } from "../http/failure.ts";
import { refused } from "../http/refusals.ts";
import { EventList, RotateBody, rotationNote, WebhookUrl } from "../http/schemas/webhooks.ts";
import { requireJson, validate } from "../http/validate.ts";
import { checkWebhookAddress } from "../http/webhook-address.ts";
import {
  findWebhookSettings,
  rotateWebhookSecret,
  updateWebhookSettings,
} from "../services/webhook-settings.ts";

const WebhookBody = z.object({
  url: WebhookUrl,
  events: EventList,
});

const merchantOnly = asMerchant({ allowCounters: false });

export const webhookSettings = new Hono<AppEnv>()
  .get("/", failsWith("Failed to read webhook settings"), merchantOnly, async (c) => {
    const merchant = await findWebhookSettings(c.var.services, c.var.merchantId);
    if (!merchant.ok) throw refused(merchant.error);
    return answer(c, { success: true, webhook: presentWebhook(merchant.value) });
  })
  .put(
    "/",
    failsWith("Failed to update webhook settings"),
    merchantOnly,
    requireJson,
    validate("json", WebhookBody),
    async (c) => {
      const { url, events } = c.req.valid("json");
      checkWebhookAddress("url", url, c.var.services.config.webhooks);
      const merchant = await updateWebhookSettings(c.var.services, c.var.merchantId, {
        ...(url === undefined ? {} : { webhookUrl: url }),
        ...(events ? { webhookEvents: events } : {}),
      });
      if (!merchant.ok) throw refused(merchant.error);
      return answer(c, { success: true, webhook: presentWebhook(merchant.value) });
    },
  )
  .post(
    "/rotate-secret",
    failsWith("Failed to rotate webhook secret"),
    merchantOnly,
    requireJson,
    validate("json", RotateBody),
    async (c) => {
      const { grace_period_seconds: grace } = c.req.valid("json");
      const secret = await rotateWebhookSecret(c.var.services, c.var.merchantId, grace);
      if (!secret.ok) throw refused(secret.error);
      return answer(c, { success: true, webhook_secret: secret.value, note: rotationNote(grace) });
    },
  );

function presentWebhook(merchant: { webhookUrl: string | null; webhookEvents: readonly string[] }) {
  return { url: merchant.webhookUrl, events: merchant.webhookEvents };
}
