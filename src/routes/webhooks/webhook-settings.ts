import { type Context, Hono } from "hono";
import type { Merchant } from "../../domain/merchant.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { asMerchant, asOwner } from "../../http/auth.ts";
import { describe } from "../../http/describe.ts";
import { limitedWebhook } from "../../http/rate-limit.ts";
import { orThrow } from "../../http/refusals.ts";
import { causeOf } from "../../http/request.ts";
import { respond } from "../../http/response.ts";
import { jsonBody } from "../../http/validate.ts";
import { webhookUrlChecks } from "../../http/webhook-url.ts";
import type { WithHealth } from "../../services/webhooks/endpoint-health.ts";
import {
  findWebhookSettings,
  rotateWebhookSecret,
  updateWebhookSettings,
} from "../../services/webhooks/webhook-settings.ts";
import { testMerchantWebhook } from "../../services/webhooks/webhook-test.ts";
import { presentHealth, presentWebhookTest } from "../../wire/webhooks/present-delivery.ts";
import { RotateBody, rotationNote, WebhookBody } from "../../wire/webhooks/requests.ts";

export const webhookSettings = new Hono<AppEnv>()
  .get(
    "/",
    describe("Webhook settings", {
      id: "getWebhookSettings",
      summary: "Read the webhook settings",
      responds: { 200: "WebhookSettingsResponse" },
      refusals: ["merchant_not_active"],
    }),
    asMerchant,
    async (c) => {
      const merchant = orThrow(await findWebhookSettings(c.get("deps"), c.get("merchantId")));
      return respondWithSettings(c, merchant);
    },
  )
  .put(
    "/",
    describe("Webhook settings", {
      id: "updateWebhookSettings",
      summary: "Update the webhook settings",
      description:
        "The address for events that neither the intent's callback_url nor its counter takes. Fields that are left out stay as they are.",
      responds: { 200: "WebhookSettingsResponse" },
      refusals: ["merchant_not_active"],
    }),
    asOwner,
    jsonBody(WebhookBody, webhookUrlChecks("url")),
    async (c) => {
      const { url, events } = c.req.valid("json");
      const merchant = orThrow(
        await updateWebhookSettings(c.get("deps"), causeOf(c), c.get("merchantId"), {
          ...(url === undefined ? {} : { webhookUrl: url }),
          ...(events ? { webhookEvents: events } : {}),
        }),
      );
      return respondWithSettings(c, merchant);
    },
  )
  .post(
    "/rotate-secret",
    describe("Webhook settings", {
      id: "rotateWebhookSecret",
      summary: "Get a new webhook secret",
      description:
        "The first one is in the response to the registration. The old one stops signing at once, unless a grace period is given.",
      responds: { 200: "WebhookSecretResponse" },
      refusals: ["merchant_not_active"],
    }),
    asOwner,
    jsonBody(RotateBody, { isOptional: true }),
    async (c) => {
      const { grace_period_seconds: grace } = c.req.valid("json");
      const secret = orThrow(
        await rotateWebhookSecret(c.get("deps"), causeOf(c), c.get("merchantId"), grace),
      );
      return respond<"WebhookSecretResponse">(c, { webhook_secret: secret, note: rotationNote(grace) });
    },
  )
  .post(
    "/test",
    describe("Webhook settings", {
      id: "testMerchantWebhook",
      summary: "Send a test webhook to the merchant's address",
      description: "One `ping`, at once. A success ends the endpoint's failure.",
      responds: { 200: "WebhookTestResponse" },
      refusals: ["no_webhook_url", "merchant_not_active"],
    }),
    asMerchant,
    limitedWebhook,
    async (c) => {
      const tested = orThrow(await testMerchantWebhook(c.get("deps"), c.get("merchantId")));
      return respond<"WebhookTestResponse">(c, { test: presentWebhookTest(tested) });
    },
  );

function respondWithSettings(c: Context<AppEnv>, merchant: WithHealth<Merchant>): Response {
  const { webhookUrl: url, webhookEvents: events, webhookHealth } = merchant;
  const webhook = { url, events, health: presentHealth(webhookHealth) };
  return respond<"WebhookSettingsResponse">(c, { webhook });
}
