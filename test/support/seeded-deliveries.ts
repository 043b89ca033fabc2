// Webhook deliveries seeded as rows of any age, and the shops they belong to.
import { v7 as newId } from "uuid";
import type { PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import { placedId } from "#core/domain/shards/shard-ids.ts";
import { type LoggedAttempt, originOf } from "#core/domain/webhooks/delivery.ts";
import type { DeliveryMessage } from "#core/webhooks/message.ts";
import { webhookPayload } from "#core/wire/webhooks/webhook-payload.ts";
import { MINUTE } from "./clock.ts";
import { type EventRow, eventsOf } from "./intent-rows.ts";
import { pay, published } from "./objects.ts";
import type { SentMessage } from "./queues.ts";
import { rowsOf } from "./rows.ts";
import { type SeededMerchant, seedIntent, seedMerchant, seedWallet } from "./seeds.ts";

export interface SeededDelivery {
  createdAt: number;
  status: EventRow["delivery_status"];
  attempts: number;
  nextAttemptAt: number | null;
  /** When it was delivered or failed; by default, when it was created. */
  endedAt: number | null;
  /** The URL of the degraded endpoint that it waits for. */
  waitingUrl: string | null;
  log: LoggedAttempt[] | null;
}

/** One entry of the log of attempts. */
export const ATTEMPT: LoggedAttempt = {
  at: 0,
  target: "merchant",
  url: "x",
  status: 200,
  durationMs: 1,
  error: null,
  response: "ok",
  nextAttemptAt: null,
};

/** Rows of `payment.completed` for one intent, due at once by default; returns their ids, oldest first. */
export async function seedDeliveries(
  intent: PaymentIntent,
  count: number,
  change: Partial<SeededDelivery> = {},
): Promise<string[]> {
  const now = Date.now();
  const rows = Array.from({ length: count }, (_, index) => {
    const createdAt = (change.createdAt ?? now - count) + index;
    const sequence = index + 1;
    const payload = webhookPayload(
      { type: "payment.completed", sequence, occurredAt: createdAt, reason: null },
      intent,
      "sandbox",
    );
    return { id: placedId(newId({ msecs: createdAt }), intent, 0), sequence, createdAt, payload };
  });
  const { status = "pending", attempts = 0, waitingUrl = null, log = null } = change;
  const nextAttemptAt = change.nextAttemptAt === undefined ? now : change.nextAttemptAt;
  const isOver = status === "delivered" || status === "failed";
  const endedAt = change.endedAt ?? (isOver ? (rows[0]?.createdAt ?? null) : null);
  for (let start = 0; start < rows.length; start += 200) {
    await rowsOf(intent.merchantId).run(
      `INSERT INTO events (merchant_id, id, intent_id, sequence, type, actor, payload, created_at, delivery_status,
                           attempts, next_attempt_at, ended_at, parked_url, attempt_log)
       SELECT ?1, value ->> 'id', ?2, value ->> 'sequence', 'payment.completed', 'test', value ->> 'payload',
              value ->> 'createdAt', ?3, ?4, ?5, ?6, ?7, ?8 FROM json_each(?9)`,
      intent.merchantId,
      intent.id,
      status,
      attempts,
      nextAttemptAt,
      endedAt,
      waitingUrl === null ? null : originOf(waitingUrl),
      log === null ? null : JSON.stringify(log),
      JSON.stringify(rows.slice(start, start + 200)),
    );
  }
  return rows.map(({ id }) => id);
}

export interface Shop {
  merchant: SeededMerchant;
  intent: PaymentIntent;
  /** The merchant's endpoint, unique to the test. */
  url: string;
}

export async function seedShop(
  change: Partial<PaymentIntent> = {},
  id: string = crypto.randomUUID(),
): Promise<Shop> {
  const url = `https://${crypto.randomUUID()}.test/hook`;
  const merchant = await seedMerchant({ id, webhookUrl: url });
  return { merchant, url, intent: await seedIntent(merchant.id, change) };
}

/** A new shop with one delivery of each status, oldest first. */
export async function seedDeliveryOfEachStatus(): Promise<Shop & { ids: string[] }> {
  const from = Date.now() - 10 * MINUTE;
  const shop = await seedShop({ createdAt: from });
  const ids: string[] = [];
  for (const [index, status] of (["none", "pending", "delivered", "failed"] as const).entries()) {
    const nextAttemptAt = status === "pending" ? Date.now() + MINUTE : null;
    ids.push(...(await seedDeliveries(shop.intent, 1, { status, nextAttemptAt, createdAt: from + index })));
  }
  return { ...shop, ids };
}

/** A completed payment, and its webhook taken from the queue. */
export async function completedPayment(queued: SentMessage[]) {
  const merchant = await seedMerchant({ webhookUrl: "https://shop.test/hook" });
  const intent = await seedIntent(merchant.id, { reference: "order-1" });
  await pay(intent.id, await seedWallet());
  await published(intent.id);
  const body = queued.splice(0)[0]?.body as DeliveryMessage;
  const event = async () => (await eventsOf(intent.id))[0];
  return { merchant, intent, body, event };
}

/** The host of the address is degraded by twenty failures, ten minutes ago; its next probe is due after `probeInMs`. */
export async function seedDegraded(merchantId: string, url: string, probeInMs = 10 * MINUTE): Promise<void> {
  const now = Date.now();
  await rowsOf(merchantId).run(
    `INSERT INTO webhook_endpoints (merchant_id, url, failures, last_failure_at, degraded_since, next_probe_at)
     VALUES (?1, ?2, 20, ?3, ?4, ?5)`,
    merchantId,
    originOf(url),
    now,
    now - 10 * MINUTE,
    now + probeInMs,
  );
}

/** A shop whose host is degraded and due for a probe, with deliveries that wait for it. */
export async function seedWaitingShop(count: number): Promise<Shop & { ids: string[] }> {
  const shop = await seedShop({ expiresAt: Date.now() + 30 * 24 * 60 * MINUTE });
  await seedDegraded(shop.merchant.id, shop.url, 0);
  const ids = await seedDeliveries(shop.intent, count, { waitingUrl: shop.url, nextAttemptAt: null });
  return { ...shop, ids };
}
