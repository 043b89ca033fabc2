import type { Config } from "../config.ts";
import type { Database } from "../db/client.ts";
import {
  type AttemptRecord,
  type Delivery,
  type DeliveryTarget,
  findPendingDelivery,
  parkDelivery,
  recordAttempt,
  recordNoTarget,
} from "../db/deliveries.ts";
import { claimProbe, clearEndpoint, unpark } from "../db/endpoints.ts";
import { log } from "../log.ts";
import { type AttemptOutcome, attemptDelivery, notAttempted } from "./attempt.ts";
import { type DeliveryMessage, queueDeliveries } from "./message.ts";
import { QUEUE_DELAY_MS_MAX, retryDelayMs } from "./schedule.ts";
import { openSecrets } from "./secret.ts";
import { sendingFault } from "./sendable.ts";

export interface DeliveryTools {
  db: Database;
  config: Config;
  /** For every attempt but the first, whose message comes with the event. */
  queue: Queue<DeliveryMessage>;
  clock: () => number;
  random: () => number;
}

/** Queues keep time in whole seconds and clocks differ: a message this early is on time. */
const EARLY_MS_MAX = 1_000;
/** More than two whole schedules; a delivery can be repeated for ever, and its row cannot grow for ever. */
const LOGGED_ATTEMPTS_MAX = 30;
/** Released at once when an address has recovered; the sweep brings any more. */
const RELEASED_MAX = 1_000;

/**
 * Looks at one delivery and returns the attempt to make, or null when there is none. Doing it twice is safe: what
 * is delivered, not yet due or already attempted by another consumer is left alone. Throws only when D1 fails;
 * then the queue brings the message again. The attempt itself never throws.
 */
export async function prepareDelivery(
  tools: DeliveryTools,
  message: DeliveryMessage,
): Promise<(() => Promise<void>) | null> {
  const delivery = await findPendingDelivery(tools.db, message.merchantId, message.eventId);
  if (delivery === null || delivery.nextAttemptAt > tools.clock() + EARLY_MS_MAX) return null;
  const { target } = delivery;
  if (target === null) {
    await recordNoTarget(tools.db, delivery);
    return null;
  }
  if (message.probe !== undefined && message.probe.url !== target.url) {
    // The address was changed: what waits for the old one is looked at anew.
    await clearEndpoint(tools.db, message.merchantId, message.probe.url);
    await release(tools, message.merchantId, message.probe.url);
  }
  if (target.health.degradedSince !== null && !isProbe(message, delivery, target)) {
    await parkDelivery(tools.db, delivery, target.url);
    await probeIfDue(tools, { merchantId: message.merchantId, url: target.url });
    return null;
  }
  return () => carryOut(tools, delivery, target);
}

/** Sends the oldest waiting delivery of a degraded address, at most one each ten minutes. */
export async function probeIfDue(
  { db, queue, clock }: Pick<DeliveryTools, "db" | "queue" | "clock">,
  address: { merchantId: string; url: string },
): Promise<void> {
  const oldest = await claimProbe(db, address, clock());
  if (oldest === null) return;
  const { merchantId, eventId, attempts } = oldest;
  await queueDeliveries(queue, [{ merchantId, eventId, probe: { url: address.url, attempts } }]);
}

function isProbe({ probe }: DeliveryMessage, delivery: Delivery, target: DeliveryTarget): boolean {
  return probe !== undefined && probe.url === target.url && probe.attempts === delivery.attempts;
}

async function carryOut(tools: DeliveryTools, delivery: Delivery, target: DeliveryTarget): Promise<void> {
  try {
    const startedAt = tools.clock();
    const outcome = await attempt(tools, delivery, target);
    const record = recordOf(tools, delivery, target, outcome, startedAt);
    logAttempt(delivery, target, outcome, record);
    const recorded = await recordAttempt(tools.db, delivery, target, record, tools.clock());
    if (recorded.hasRecovered) await release(tools, delivery.merchantId, target.url);
    if (recorded.isRecorded && record.nextAttemptAt !== null) {
      await queueNext(tools, delivery, record.nextAttemptAt);
    }
  } catch (error) {
    // The row still says when it is due: the sweep takes it over.
    log("error", "webhook_record_failed", { event_id: delivery.eventId, error });
  }
}

/** Whatever stands in the way is an outcome, so that every delivery ends. */
async function attempt(
  { config, clock }: DeliveryTools,
  delivery: Delivery,
  target: DeliveryTarget,
): Promise<AttemptOutcome> {
  const fault = await sendingFault(target.url, config.webhooks);
  if (fault !== null) return notAttempted(fault);
  const secrets = await readSecrets(target, clock(), config.masterKeys);
  if (secrets === null) return notAttempted("the signing secret cannot be opened");
  const webhook = { id: delivery.eventId, url: target.url, secrets, body: delivery.payload };
  return await attemptDelivery(webhook, clock);
}

/** Null when the row was sealed under a master key that is gone. */
async function readSecrets(
  { secretOwnerId, secrets }: DeliveryTarget,
  now: number,
  masterKeys: readonly string[],
): Promise<string[] | null> {
  try {
    return await openSecrets(secretOwnerId, secrets, now, masterKeys);
  } catch (error) {
    log("error", "webhook_secret_unreadable", { owner_id: secretOwnerId, error });
    return null;
  }
}

/** Any 2xx is success, 410 asks us to stop, all else is tried again until the schedule ends. */
function recordOf(
  { clock, random }: DeliveryTools,
  delivery: Delivery,
  target: DeliveryTarget,
  outcome: AttemptOutcome,
  startedAt: number,
): AttemptRecord {
  const now = clock();
  const attempts = delivery.attempts + 1;
  const isDelivered = outcome.status !== null && outcome.status >= 200 && outcome.status < 300;
  const isOver = isDelivered || outcome.status === 410;
  const delay = isOver ? null : retryDelayMs(attempts, random(), outcome.retryAfterMs);
  const nextAttemptAt = delay === null ? null : now + delay;
  const { status, durationMs, error, response } = outcome;
  const logged = { at: startedAt, url: target.url, status, durationMs, error, response, nextAttemptAt };
  return {
    deliveryStatus: isDelivered ? "delivered" : delay === null ? "failed" : "pending",
    attempts,
    nextAttemptAt,
    lastResponseStatus: status,
    lastError: error,
    endedAt: nextAttemptAt === null ? now : null,
    attemptLog: [...delivery.log, logged].slice(-LOGGED_ATTEMPTS_MAX),
  };
}

function logAttempt(
  delivery: Delivery,
  target: DeliveryTarget,
  outcome: AttemptOutcome,
  record: AttemptRecord,
): void {
  log(record.deliveryStatus === "delivered" ? "info" : "warn", "webhook_attempt", {
    event_id: delivery.eventId,
    type: delivery.type,
    merchant_id: delivery.merchantId,
    target: target.kind,
    attempt: record.attempts,
    status: outcome.status,
    duration_ms: outcome.durationMs,
    failure: outcome.error,
    next_attempt_at: record.nextAttemptAt,
  });
}

/** The queue is only the fast path; if it refuses, or cannot wait that long, the sweep finds the row. */
async function queueNext(tools: DeliveryTools, delivery: Delivery, dueAt: number): Promise<void> {
  const delayMs = dueAt - tools.clock();
  if (delayMs > QUEUE_DELAY_MS_MAX) return;
  try {
    const message = { merchantId: delivery.merchantId, eventId: delivery.eventId };
    await tools.queue.send(message, { delaySeconds: Math.max(0, Math.ceil(delayMs / 1000)) });
  } catch (error) {
    log("error", "queue_send_failed", { event_id: delivery.eventId, error });
  }
}

/** An address has recovered: what has waited for it is due now. */
async function release({ db, queue, clock }: DeliveryTools, merchantId: string, url: string): Promise<void> {
  const released = await unpark(db, { merchantId, url }, clock(), RELEASED_MAX);
  await queueDeliveries(
    queue,
    released.map(({ eventId }) => ({ merchantId, eventId })),
  );
}
