import type { Config } from "../config.ts";
import type { Database } from "../db/client.ts";
import { type AttemptRecord, type Delivery, findPendingDelivery, recordAttempt } from "../db/deliveries.ts";
import { log } from "../log.ts";
import { webhookAddressFault } from "./address.ts";
import { type AttemptOutcome, attemptDelivery } from "./attempt.ts";
import type { DeliveryMessage } from "./message.ts";
import { QUEUE_DELAY_MS_MAX, retryDelayMs } from "./schedule.ts";
import { openSecrets } from "./secret.ts";

export interface DeliveryTools {
  db: Database;
  config: Config;
  queue: Queue;
  clock: () => number;
  random: () => number;
}

/** Queues keep time in whole seconds and clocks differ: a message this early is on time. */
const EARLY_MS_MAX = 1_000;

/**
 * One attempt at one delivery. Doing it twice is safe: what is delivered, not yet due or already attempted
 * by another consumer is left alone. Throws only when D1 fails; then the queue brings the message again.
 */
export async function deliverWebhook(tools: DeliveryTools, message: DeliveryMessage): Promise<void> {
  const delivery = await findPendingDelivery(tools.db, message.merchantId, message.eventId);
  if (delivery === null || delivery.nextAttemptAt > tools.clock() + EARLY_MS_MAX) return;
  if (delivery.target === null) {
    await recordAttempt(tools.db, message.merchantId, delivery, withoutTarget(delivery));
    return;
  }
  const outcome = await attempt(tools, delivery, delivery.target);
  const record = recordOf(outcome, delivery.attempts + 1, tools);
  const isRecorded = await recordAttempt(tools.db, message.merchantId, delivery, record);
  log(record.deliveryStatus === "delivered" ? "info" : "warn", "webhook_attempt", {
    event_id: delivery.eventId,
    type: delivery.type,
    merchant_id: message.merchantId,
    target: delivery.target.kind,
    attempt: record.attempts,
    status: outcome.status,
    duration_ms: outcome.durationMs,
    failure: outcome.error,
    next_attempt_at: record.nextAttemptAt,
  });
  if (isRecorded && record.nextAttemptAt !== null) await queueNext(tools, message, record.nextAttemptAt);
}

/** Whatever stands in the way is an outcome, so that every delivery ends. */
async function attempt(
  tools: DeliveryTools,
  delivery: Delivery,
  target: NonNullable<Delivery["target"]>,
): Promise<AttemptOutcome> {
  const fault = webhookAddressFault(target.url, tools.config.webhooks);
  if (fault !== null) return notAttempted(`address ${fault}`);
  const secrets = await readSecrets(tools, target);
  if (secrets === null) return notAttempted("the signing secret cannot be opened");
  const webhook = { id: delivery.eventId, url: target.url, secrets, body: delivery.payload };
  return await attemptDelivery(webhook, tools.clock);
}

/** Null when the row was sealed under a master key that is gone. */
async function readSecrets(
  { clock, config }: DeliveryTools,
  { secretOwnerId, secrets }: NonNullable<Delivery["target"]>,
): Promise<string[] | null> {
  try {
    return await openSecrets(secretOwnerId, secrets, clock(), config.masterKeys);
  } catch (error) {
    log("error", "webhook_secret_unreadable", { owner_id: secretOwnerId, error });
    return null;
  }
}

function notAttempted(error: string): AttemptOutcome {
  return { status: null, error, retryAfterMs: null, durationMs: 0 };
}

/** Any 2xx is success, 410 asks us to stop, all else is tried again until the schedule ends. */
function recordOf(outcome: AttemptOutcome, attempts: number, tools: DeliveryTools): AttemptRecord {
  const now = tools.clock();
  const isDelivered = outcome.status !== null && outcome.status >= 200 && outcome.status < 300;
  const isGone = outcome.status === 410;
  const delay = isDelivered || isGone ? null : retryDelayMs(attempts, tools.random(), outcome.retryAfterMs);
  return {
    deliveryStatus: isDelivered ? "delivered" : delay === null ? "failed" : "pending",
    attempts,
    nextAttemptAt: delay === null ? null : now + delay,
    lastResponseStatus: outcome.status,
    lastError: outcome.error,
    deliveredAt: isDelivered ? now : null,
  };
}

function withoutTarget(delivery: Delivery): AttemptRecord {
  return {
    deliveryStatus: "none",
    attempts: delivery.attempts,
    nextAttemptAt: null,
    lastResponseStatus: null,
    lastError: null,
    deliveredAt: null,
  };
}

/** The queue is only the fast path; if it refuses, or cannot wait that long, the sweep finds the row. */
async function queueNext(tools: DeliveryTools, message: DeliveryMessage, dueAt: number): Promise<void> {
  const delayMs = dueAt - tools.clock();
  if (delayMs > QUEUE_DELAY_MS_MAX) return;
  try {
    await tools.queue.send(message, { delaySeconds: Math.max(0, Math.ceil(delayMs / 1000)) });
  } catch (error) {
    log("error", "queue_send_failed", { event_id: message.eventId, error });
  }
}
