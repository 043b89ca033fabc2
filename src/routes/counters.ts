import { type Context, Hono } from "hono";
import type { Counter } from "../domain/counter.ts";
import type { AppEnv } from "../http/app-env.ts";
import { asMerchant } from "../http/auth.ts";
import { failsWith } from "../http/failure.ts";
import { refused } from "../http/refusals.ts";
import { checkWebhookAddress } from "../http/request.ts";
import { respond } from "../http/response.ts";
import { allowEmptyBody, requireJson, validate } from "../http/validate.ts";
import { isoTime } from "../lib/time.ts";
import {
  createCounter,
  deactivateCounter,
  findMerchantCounter,
  listMerchantCounters,
  rotateCounterSecret,
  updateMerchantCounter,
} from "../services/counters.ts";
import type { WithHealth } from "../services/endpoint-health.ts";
import { testCounterWebhook } from "../services/webhook-test.ts";
import { presentHealth } from "../wire/present-delivery.ts";
import { presentWebhookTest } from "../wire/present-webhook-test.ts";
import { CreateCounterBody, UpdateCounterBody } from "../wire/requests/counters.ts";
import { parseId } from "../wire/requests/fields.ts";
import { RotateBody, rotationNote } from "../wire/requests/webhooks.ts";

const merchantOnly = asMerchant({ allowCounters: false });

export const counters = new Hono<AppEnv>()
  .post(
    "/",
    failsWith("Failed to create counter"),
    merchantOnly,
    requireJson,
    validate("json", CreateCounterBody),
    async (c) => {
      const body = c.req.valid("json");
      await checkWebhookAddress("webhook_url", body.webhook_url, c.var.deps.config.webhooks);
      const created = await createCounter(c.var.deps, c.var.merchantId, {
        name: body.name,
        location: body.location ?? "",
        webhookUrl: body.webhook_url ?? null,
        webhookEvents: body.webhook_events ?? null,
      });
      const secrets = {
        client_id: created.counter.idpClientId,
        client_secret: created.clientSecret,
        webhook_secret: created.webhookSecret,
        note: "Store client_secret and webhook_secret now: they are not shown again.",
      };
      return respond(c, { success: true, counter: presentCounter(created.counter), ...secrets }, 201);
    },
  )
  .get("/", failsWith("Failed to list counters"), merchantOnly, async (c) => {
    const found = await listMerchantCounters(c.var.deps, c.var.merchantId);
    return respond(c, { success: true, counters: found.map(presentCounter), total: found.length });
  })
  .get("/:counterID", failsWith("Failed to read counter"), merchantOnly, async (c) => {
    const counter = await findMerchantCounter(c.var.deps, c.var.merchantId, counterIdOf(c));
    if (!counter.ok) throw refused(counter.error);
    return respond(c, { success: true, counter: presentCounter(counter.value) });
  })
  .put(
    "/:counterID",
    failsWith("Failed to update counter"),
    merchantOnly,
    requireJson,
    validate("json", UpdateCounterBody),
    async (c) => {
      const body = c.req.valid("json");
      await checkWebhookAddress("webhook_url", body.webhook_url, c.var.deps.config.webhooks);
      const counter = await updateMerchantCounter(c.var.deps, c.var.merchantId, counterIdOf(c), {
        ...(body.name ? { name: body.name } : {}),
        ...(body.location === undefined ? {} : { location: body.location ?? "" }),
        ...(body.webhook_url === undefined ? {} : { webhookUrl: body.webhook_url }),
        ...(body.webhook_events ? { webhookEvents: body.webhook_events } : {}),
      });
      if (!counter.ok) throw refused(counter.error);
      return respond(c, { success: true, counter: presentCounter(counter.value) });
    },
  )
  .delete("/:counterID", failsWith("Failed to deactivate counter"), merchantOnly, async (c) => {
    const counter = await deactivateCounter(c.var.deps, c.var.merchantId, counterIdOf(c));
    if (!counter.ok) throw refused(counter.error);
    return respond(c, { success: true, message: "Counter deactivated" });
  })
  .post(
    "/:counterID/rotate-secret",
    failsWith("Failed to rotate webhook secret"),
    merchantOnly,
    requireJson,
    allowEmptyBody,
    validate("json", RotateBody),
    async (c) => {
      const { grace_period_seconds: grace } = c.req.valid("json");
      const secret = await rotateCounterSecret(c.var.deps, c.var.merchantId, counterIdOf(c), grace);
      if (!secret.ok) throw refused(secret.error);
      return respond(c, { success: true, webhook_secret: secret.value, note: rotationNote(grace) });
    },
  )
  .post("/:counterID/test-webhook", failsWith("Failed to test webhook"), merchantOnly, async (c) => {
    const tested = await testCounterWebhook(c.var.deps, c.var.merchantId, counterIdOf(c));
    if (!tested.ok) throw refused(tested.error);
    return respond(c, { success: true, test: presentWebhookTest(tested.value) });
  });

/** The counter id of the path; one that is no UUID is not found. */
function counterIdOf(c: Context): string {
  const id = parseId(c.req.param("counterID") ?? "");
  if (id === null) throw refused("counter_not_found");
  return id;
}

function presentCounter(counter: WithHealth<Counter>) {
  return {
    id: counter.id,
    merchant_id: counter.merchantId,
    name: counter.name,
    status: counter.status,
    location: counter.location,
    idp_client_id: counter.idpClientId,
    webhook_url: counter.webhookUrl,
    webhook_events: counter.webhookEvents,
    webhook_health: presentHealth(counter.webhookHealth),
    created_at: isoTime(counter.createdAt),
    updated_at: isoTime(counter.updatedAt),
  };
}
