import { type Context, Hono } from "hono";
import type { Merchant } from "#core/domain/merchants/merchant.ts";
import type { AppEnv } from "#core/http/app-env.ts";
import { asMerchant, asOwner } from "#core/http/auth.ts";
import { describe } from "#core/http/describe.ts";
import { limitedWebhook, limitList } from "#core/http/rate-limit.ts";
import { orThrow } from "#core/http/refusals.ts";
import { actorOf, pathId } from "#core/http/request.ts";
import { respond } from "#core/http/response.ts";
import { jsonBody, query } from "#core/http/validate.ts";
import { webhookUrlChecks } from "#core/http/webhook-url.ts";
import { RawJson, rawArray } from "#core/lib/raw-json.ts";
import {
  findWebhookDelivery,
  listMissedEvents,
  listWebhookDeliveries,
  recoverDeliveries,
  redeliver,
} from "#core/services/webhooks/deliveries.ts";
import type { WithHealth } from "#core/services/webhooks/endpoint-health.ts";
import {
  findWebhookSettings,
  rotateWebhookSecret,
  updateWebhookSettings,
} from "#core/services/webhooks/webhook-settings.ts";
import { testMerchantWebhook } from "#core/services/webhooks/webhook-test.ts";
import {
  presentDelivery,
  presentDeliveryDetail,
  presentHealth,
  presentWebhookTest,
} from "#core/wire/webhooks/present-delivery.ts";
import {
  EventsQuery,
  ListDeliveriesQuery,
  RecoverBody,
  RotateBody,
  rotationNote,
  WebhookBody,
} from "#core/wire/webhooks/requests.ts";

export const webhookSettings = new Hono<AppEnv>()
  .get(
    "/",
    describe("Webhook settings", {
      id: "getWebhookSettings",
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
      responds: { 200: "WebhookSettingsResponse" },
      refusals: ["merchant_not_active"],
    }),
    asOwner,
    jsonBody(WebhookBody, webhookUrlChecks("url")),
    async (c) => {
      const { url, events } = c.req.valid("json");
      const merchant = orThrow(
        await updateWebhookSettings(c.get("deps"), actorOf(c), c.get("merchantId"), {
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
      responds: { 200: "WebhookSecretResponse" },
      refusals: ["merchant_not_active"],
    }),
    asOwner,
    jsonBody(RotateBody, { isOptional: true }),
    async (c) => {
      const { grace_period_seconds: grace } = c.req.valid("json");
      const secret = orThrow(
        await rotateWebhookSecret(c.get("deps"), actorOf(c), c.get("merchantId"), grace),
      );
      return respond<"WebhookSecretResponse">(c, { webhook_secret: secret, note: rotationNote(grace) });
    },
  )
  .post(
    "/test",
    describe("Webhook settings", {
      id: "testMerchantWebhook",
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

/** A delivery is an event on its way: both have the id that the webhook carries as `webhook-id`. */
export const webhookDeliveries = new Hono<AppEnv>()
  .get(
    "/",
    describe("Webhook deliveries", {
      id: "listWebhookDeliveries",
      responds: { 200: "WebhookDeliveriesResponse" },
    }),
    asMerchant,
    query(ListDeliveriesQuery, { isStrict: true }),
    async (c) => {
      const filter = c.req.valid("query");
      const isSearch = filter.endpoint !== null || (filter.status !== null && filter.status !== "failed");
      await limitList(c, isSearch);
      const found = await listWebhookDeliveries(c.get("deps"), c.get("merchantId"), filter);
      const page = { limit: filter.limit, next_cursor: found.nextCursor };
      const deliveries = found.deliveries.map(presentDelivery);
      return respond<"WebhookDeliveriesResponse">(c, { deliveries, ...page });
    },
  )
  .post(
    "/recover",
    describe("Webhook deliveries", {
      id: "recoverWebhookDeliveries",
      responds: { 200: "RecoveredResponse" },
      refusals: ["recovery_in_progress"],
    }),
    asMerchant,
    jsonBody(RecoverBody),
    async (c) => {
      const recovered = orThrow(
        await recoverDeliveries(c.get("deps"), c.get("merchantId"), c.req.valid("json")),
      );
      return respond<"RecoveredResponse">(c, { recovered: recovered });
    },
  )
  .get(
    "/:deliveryID",
    describe("Webhook deliveries", {
      id: "getWebhookDelivery",
      responds: { 200: "WebhookDeliveryResponse" },
    }),
    asMerchant,
    async (c) => {
      const delivery = orThrow(
        await findWebhookDelivery(c.get("deps"), c.get("merchantId"), pathId(c, "deliveryID")),
      );
      return respond<"WebhookDeliveryResponse">(c, { delivery: presentDeliveryDetail(delivery) });
    },
  )
  .post(
    "/:deliveryID/redeliver",
    describe("Webhook deliveries", {
      id: "redeliverWebhook",
      responds: { 200: "WebhookDeliveryResponse" },
      refusals: ["no_webhook_target", "webhook_body_deleted"],
    }),
    asMerchant,
    limitedWebhook,
    async (c) => {
      const delivery = orThrow(await redeliver(c.get("deps"), c.get("merchantId"), pathId(c, "deliveryID")));
      return respond<"WebhookDeliveryResponse">(c, { delivery: presentDeliveryDetail(delivery) });
    },
  );

export const events = new Hono<AppEnv>().get(
  "/",
  describe("Webhook deliveries", {
    id: "listEvents",
    responds: { 200: "EventsResponse" },
  }),
  asMerchant,
  query(EventsQuery, { isStrict: true }),
  async (c) => {
    const { after = null, limit } = c.req.valid("query");
    await limitList(c);
    const found = await listMissedEvents(c.get("deps"), c.get("merchantId"), after, limit);
    return respond<"EventsResponse">(c, {
      events: rawArray(found.events.map(({ id, payload }) => new RawJson(withId(id, payload)))),
      next_after: found.nextAfter,
      has_more: found.hasMore,
    });
  },
);

/** The webhook's body as it was sent, with its `webhook-id` in front. */
function withId(id: string, payload: string): string {
  return `{"id":${JSON.stringify(id)},${payload.slice(1)}`;
}
