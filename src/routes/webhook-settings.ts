import { type Context, Hono } from "hono";
import type { Merchant } from "../domain/merchant.ts";
import type { AppEnv } from "../http/app-env.ts";
import { asMerchant } from "../http/auth.ts";
import { failsWith } from "../http/failure.ts";
import { refused } from "../http/refusals.ts";
import { checkWebhookAddress } from "../http/request.ts";
import { respond } from "../http/response.ts";
import { allowEmptyBody, requireJson, validate } from "../http/validate.ts";
import type { WithHealth } from "../services/endpoint-health.ts";
import {
  findWebhookSettings,
  rotateWebhookSecret,
  updateWebhookSettings,
} from "../services/webhook-settings.ts";
import { testMerchantWebhook } from "../services/webhook-test.ts";
import { presentHealth } from "../wire/present-delivery.ts";
import { presentWebhookTest } from "../wire/present-webhook-test.ts";
import { RotateBody, rotationNote, WebhookBody } from "../wire/requests/webhooks.ts";

const merchantOnly = asMerchant({ allowCounters: false });

export const webhookSettings = new Hono<AppEnv>()
  .get("/", failsWith("Failed to read webhook settings"), merchantOnly, async (c) => {
    const merchant = await findWebhookSettings(c.var.deps, c.var.merchantId);
    if (!merchant.ok) throw refused(merchant.error);
    return respondWithSettings(c, merchant.value);
  })
  .put(
    "/",
    failsWith("Failed to update webhook settings"),
    merchantOnly,
    requireJson,
    validate("json", WebhookBody),
    async (c) => {
      const { url, events } = c.req.valid("json");
      await checkWebhookAddress("url", url, c.var.deps.config.webhooks);
      const merchant = await updateWebhookSettings(c.var.deps, c.var.merchantId, {
        ...(url === undefined ? {} : { webhookUrl: url }),
        ...(events ? { webhookEvents: events } : {}),
      });
      if (!merchant.ok) throw refused(merchant.error);
      return respondWithSettings(c, merchant.value);
    },
  )
  .post(
    "/rotate-secret",
    failsWith("Failed to rotate webhook secret"),
    merchantOnly,
    requireJson,
    allowEmptyBody,
    validate("json", RotateBody),
    async (c) => {
      const { grace_period_seconds: grace } = c.req.valid("json");
      const secret = await rotateWebhookSecret(c.var.deps, c.var.merchantId, grace);
      if (!secret.ok) throw refused(secret.error);
      return respond(c, { success: true, webhook_secret: secret.value, note: rotationNote(grace) });
    },
  )
  .post("/test", failsWith("Failed to test webhook"), merchantOnly, async (c) => {
    const tested = await testMerchantWebhook(c.var.deps, c.var.merchantId);
    if (!tested.ok) throw refused(tested.error);
    return respond(c, { success: true, test: presentWebhookTest(tested.value) });
  });

function respondWithSettings(c: Context<AppEnv>, merchant: WithHealth<Merchant>): Response {
  const { webhookUrl: url, webhookEvents: events, webhookHealth } = merchant;
  return respond(c, { success: true, webhook: { url, events, health: presentHealth(webhookHealth) } });
}
