import { Hono } from "hono";
import type { AppEnv } from "../http/app-env.ts";
import { asMerchant } from "../http/auth.ts";
import { failsWith } from "../http/failure.ts";
import { cancelRefused, refused } from "../http/refusals.ts";
import {
  checkWebhookAddress,
  idempotencyKeyOf,
  intentIdOf,
  merchantCaller,
  rawMetadata,
} from "../http/request.ts";
import { respond, respondCreated, respondWithIntent } from "../http/response.ts";
import { requireJson, validate } from "../http/validate.ts";
import { listIntentHistory } from "../services/intent-history.ts";
import {
  cancelPaymentIntent,
  createPaymentIntent,
  findPaymentIntent,
  listPaymentIntents,
  refundPaymentIntent,
} from "../services/payment-intents.ts";
import { formatCursor } from "../wire/cursor.ts";
import { presentEvent } from "../wire/present-event.ts";
import { presentMerchantView } from "../wire/present-intent.ts";
import { ListIntentsQuery } from "../wire/requests/list-intents.ts";
import { CreateIntentBody } from "../wire/requests/payment-intents.ts";

const merchantOrCounter = asMerchant({ allowCounters: true });
const merchantOnly = asMerchant({ allowCounters: false });

export const paymentIntents = new Hono<AppEnv>()
  .post(
    "/",
    failsWith("Failed to create payment intent"),
    merchantOrCounter,
    requireJson,
    validate("json", CreateIntentBody),
    async (c) => {
      const body = c.req.valid("json");
      await checkWebhookAddress("callback_url", body.callbackUrl, c.var.deps.config.webhooks);
      const input = { ...body, metadataJson: rawMetadata(await c.req.text()) };
      const created = await createPaymentIntent(c.var.deps, merchantCaller(c), input, idempotencyKeyOf(c));
      if (!created.ok) throw refused(created.error);
      return respondCreated(c, created.value);
    },
  )
  .get(
    "/",
    failsWith("Failed to list payment intents"),
    merchantOrCounter,
    validate("query", ListIntentsQuery),
    async (c) => {
      const { page, limit, cursor, ...filter } = c.req.valid("query");
      const position = { page, limit, cursor };
      const found = await listPaymentIntents(c.var.deps, c.var.merchantId, filter, position);
      const views = await Promise.all(found.intents.map(presentMerchantView));
      const nextCursor = found.next === null ? null : formatCursor(found.next);
      return respond(c, { success: true, payment_intents: views, page, limit, next_cursor: nextCursor });
    },
  )
  .get("/:intentID", failsWith("Failed to read payment intent"), merchantOrCounter, async (c) => {
    const intent = await findPaymentIntent(c.var.deps, c.var.merchantId, intentIdOf(c));
    if (intent === null) throw refused("not_found");
    return respondWithIntent(c, intent, presentMerchantView);
  })
  .get("/:intentID/events", failsWith("Failed to read payment intent events"), merchantOnly, async (c) => {
    const events = await listIntentHistory(c.var.deps, c.var.merchantId, intentIdOf(c));
    if (events === null) throw refused("not_found");
    return respond(c, { success: true, events: events.map(presentEvent) });
  })
  .post("/:intentID/cancel", failsWith("Failed to cancel payment intent"), merchantOrCounter, async (c) => {
    const cancelled = await cancelPaymentIntent(c.var.deps, merchantCaller(c), intentIdOf(c));
    if (!cancelled.ok) throw cancelRefused(cancelled.error);
    return respond(c, { success: true, message: "Payment intent cancelled" });
  })
  .post("/:intentID/refund", failsWith("Failed to refund payment intent"), merchantOnly, async (c) => {
    const refunded = await refundPaymentIntent(
      c.var.deps,
      merchantCaller(c),
      intentIdOf(c),
      idempotencyKeyOf(c),
    );
    if (!refunded.ok) throw refused(refunded.error);
    return respond(c, {
      success: true,
      refund_initiated: true,
      message: "Refund initiated",
      payment_intent: await presentMerchantView(refunded.value),
    });
  });
