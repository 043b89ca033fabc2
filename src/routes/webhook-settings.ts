import { Hono } from "hono";
import * as z from "zod";
import { EVENT_TYPES } from "../domain/events.ts";
import { answer } from "../http/answer.ts";
import type { AppEnv } from "../http/app-env.ts";
import { asMerchant } from "../http/auth.ts";
import { failsWith } from "../http/failure.ts";
import { refused } from "../http/refusals.ts";
import { requireJson, validate } from "../http/validate.ts";
import { checkWebhookAddress } from "../http/webhook-address.ts";
import {
  findWebhookSettings,
  rotateWebhookSecret,
  updateWebhookSettings,
} from "../services/webhook-settings.ts";

const WebhookBody = z.object({
  url: z.string().max(2048).nullish(),
  events: z.array(z.enum(EVENT_TYPES)).max(EVENT_TYPES.length).nullish(),
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
        ...(events ? { webhookEvents: [...new Set(events)] } : {}),
      });
      if (!merchant.ok) throw refused(merchant.error);
      return answer(c, { success: true, webhook: presentWebhook(merchant.value) });
    },
  )
  .post("/rotate-secret", failsWith("Failed to rotate webhook secret"), merchantOnly, async (c) => {
    const secret = await rotateWebhookSecret(c.var.services, c.var.merchantId);
    if (!secret.ok) throw refused(secret.error);
    return answer(c, {
      success: true,
      webhook_secret: secret.value,
      note: "Store the webhook_secret now: it is not shown again, and the old one is invalid from now on.",
    });
  });

function presentWebhook(merchant: { webhookUrl: string | null; webhookEvents: readonly string[] }) {
  return { url: merchant.webhookUrl, events: merchant.webhookEvents };
}
