import { Hono } from "hono";
import { answer } from "../http/answer.ts";
import { answerCreated } from "../http/answer-created.ts";
import { answerIntent } from "../http/answer-intent.ts";
import type { AppEnv } from "../http/app-env.ts";
import { asMerchant } from "../http/auth.ts";
import { merchantCaller } from "../http/caller.ts";
import { formatCursor } from "../http/cursor.ts";
import { failsWith } from "../http/failure.ts";
import { idempotencyKeyOf } from "../http/idempotency-key.ts";
import { intentIdOf } from "../http/intent-id.ts";
import { rawMetadata } from "../http/metadata.ts";
import { presentMerchantView } from "../http/present-intent.ts";
import { cancelRefused, refused } from "../http/refusals.ts";
import { ListIntentsQuery } from "../http/schemas/list-intents.ts";
import { CreateIntentBody } from "../http/schemas/payment-intents.ts";
import { requireJson, validate } from "../http/validate.ts";
import { checkWebhookAddress } from "../http/webhook-address.ts";
import { type HistoryEvent, listIntentHistory } from "../services/intent-history.ts";
import {
  cancelPaymentIntent,
  createPaymentIntent,
  findPaymentIntent,
  listPaymentIntents,
  refundPaymentIntent,
} from "../services/payment-intents.ts";
import { isoTime } from "../wire/time.ts";

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
      await checkWebhookAddress("callback_url", body.callbackUrl, c.var.services.config.webhooks);
      const input = { ...body, metadataJson: rawMetadata(await c.req.text()) };
      const created = await createPaymentIntent(
        c.var.services,
        merchantCaller(c),
        input,
        idempotencyKeyOf(c),
      );
      if (!created.ok) throw refused(created.error);
      return answerCreated(c, created.value);
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
      const found = await listPaymentIntents(c.var.services, c.var.merchantId, filter, position);
      const views = await Promise.all(found.intents.map(presentMerchantView));
      const nextCursor = found.next === null ? null : formatCursor(found.next);
      return answer(c, { success: true, payment_intents: views, page, limit, next_cursor: nextCursor });
    },
  )
  .get("/:intentID", failsWith("Failed to read payment intent"), merchantOrCounter, async (c) => {
    const intent = await findPaymentIntent(c.var.services, c.var.merchantId, intentIdOf(c));
    if (intent === null) throw refused("not_found");
    return answerIntent(c, intent, presentMerchantView);
  })
  .get("/:intentID/events", failsWith("Failed to read payment intent events"), merchantOnly, async (c) => {
    const events = await listIntentHistory(c.var.services, c.var.merchantId, intentIdOf(c));
    if (events === null) throw refused("not_found");
    return answer(c, { success: true, events: events.map(presentEvent) });
  })
  .post("/:intentID/cancel", failsWith("Failed to cancel payment intent"), merchantOrCounter, async (c) => {
    const cancelled = await cancelPaymentIntent(c.var.services, merchantCaller(c), intentIdOf(c));
    if (!cancelled.ok) throw cancelRefused(cancelled.error);
    return answer(c, { success: true, message: "Payment intent cancelled" });
  })
  .post("/:intentID/refund", failsWith("Failed to refund payment intent"), merchantOnly, async (c) => {
    const refunded = await refundPaymentIntent(
      c.var.services,
      merchantCaller(c),
      intentIdOf(c),
      idempotencyKeyOf(c),
    );
    if (!refunded.ok) throw refused(refunded.error);
    return answer(c, {
      success: true,
      refund_initiated: true,
      message: "Refund initiated",
      payment_intent: await presentMerchantView(refunded.value),
    });
  });

function presentEvent(event: HistoryEvent) {
  return {
    id: event.id,
    sequence: event.sequence,
    type: event.type,
    created_at: isoTime(event.occurredAt),
    actor: event.actor,
    request_id: event.requestId,
  };
}
