import { type Context, Hono } from "hono";
import type { AppEnv } from "../http/app-env.ts";
import { asMerchant } from "../http/auth.ts";
import { failsWith } from "../http/failure.ts";
import { refused } from "../http/refusals.ts";
import { respond } from "../http/response.ts";
import { requireJson, validate } from "../http/validate.ts";
import { RawJson } from "../lib/raw-json.ts";
import {
  findWebhookDelivery,
  listMissedEvents,
  listWebhookDeliveries,
  recoverDeliveries,
  redeliver,
} from "../services/deliveries.ts";
import { presentDelivery, presentDeliveryDetail } from "../wire/present-delivery.ts";
import { EventsQuery, ListDeliveriesQuery, RecoverBody } from "../wire/requests/deliveries.ts";
import { parseId } from "../wire/requests/fields.ts";

const merchantOnly = asMerchant({ allowCounters: false });

/** A delivery is an event on its way: both have the id that the webhook carries as `webhook-id`. */
export const webhookDeliveries = new Hono<AppEnv>()
  .get(
    "/",
    failsWith("Failed to list webhook deliveries"),
    merchantOnly,
    validate("query", ListDeliveriesQuery),
    async (c) => {
      const filter = c.req.valid("query");
      const found = await listWebhookDeliveries(c.var.deps, c.var.merchantId, filter);
      const page = { limit: filter.limit, next_cursor: found.nextCursor };
      return respond(c, { success: true, deliveries: found.deliveries.map(presentDelivery), ...page });
    },
  )
  .post(
    "/recover",
    failsWith("Failed to recover webhook deliveries"),
    merchantOnly,
    requireJson,
    validate("json", RecoverBody),
    async (c) => {
      const recovered = await recoverDeliveries(c.var.deps, c.var.merchantId, c.req.valid("json"));
      return respond(c, { success: true, recovered });
    },
  )
  .get("/:deliveryID", failsWith("Failed to read webhook delivery"), merchantOnly, async (c) => {
    const delivery = await findWebhookDelivery(c.var.deps, c.var.merchantId, deliveryIdOf(c));
    if (!delivery.ok) throw refused(delivery.error);
    return respond(c, { success: true, delivery: presentDeliveryDetail(delivery.value) });
  })
  .post("/:deliveryID/redeliver", failsWith("Failed to redeliver webhook"), merchantOnly, async (c) => {
    const delivery = await redeliver(c.var.deps, c.var.merchantId, deliveryIdOf(c));
    if (!delivery.ok) throw refused(delivery.error);
    return respond(c, { success: true, delivery: presentDeliveryDetail(delivery.value) });
  });

export const events = new Hono<AppEnv>().get(
  "/",
  failsWith("Failed to list events"),
  merchantOnly,
  validate("query", EventsQuery),
  async (c) => {
    const { after = null, limit } = c.req.valid("query");
    const found = await listMissedEvents(c.var.deps, c.var.merchantId, after, limit);
    return respond(c, {
      success: true,
      events: found.events.map(({ id, payload }) => new RawJson(withId(id, payload))),
      next_after: found.nextAfter,
      has_more: found.hasMore,
    });
  },
);

/** The webhook's body as it was sent, with its `webhook-id` in front. */
function withId(id: string, payload: string): string {
  return `{"id":${JSON.stringify(id)},${payload.slice(1)}`;
}

function deliveryIdOf(c: Context): string {
  const id = parseId(c.req.param("deliveryID") ?? "");
  if (id === null) throw refused("delivery_not_found");
  return id;
}
