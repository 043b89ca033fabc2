import type { Config } from "../config.ts";
import { type Delivery, type DeliveryTarget, findPendingDelivery, leaseDelivery } from "../db/deliveries.ts";
import { type AttemptRecord, parkDelivery, recordAttempt, recordNoTarget } from "../db/delivery-outcome.ts";
import type { AttemptOutcome, LoggedAttempt } from "../domain/delivery.ts";
import { log } from "../lib/log.ts";
import { attemptDelivery, notAttempted } from "./attempt.ts";
import { type CircuitTools, messageFor, probeIfDue, releaseRecovered } from "./circuit.ts";
import type { DeliveryMessage } from "./message.ts";
import { QUEUE_DELAY_MS_MAX, retryDelayMs } from "./schedule.ts";
import { openSecrets } from "./secret.ts";
import { sendingFault } from "./sendable.ts";

/** The queue is for every attempt but the first, whose message comes with the event. */
export interface DeliveryTools extends CircuitTools {
  config: Config;
  random: () => number;
}

/** Queues keep time in whole seconds and clocks differ: a message this early is on time. */
const EARLY_MS_MAX = 1_000;
/** Longer than an attempt can last. When its Worker dies the delivery is due again after this. */
const LEASE_MS = 60_000;

/**
 * Looks at one delivery and returns the attempt to make, or null when there is none. Doing it twice is safe: what
 * is delivered, not yet due or taken by another message is left alone. Throws only when D1 or the queue fails; then
 * the message comes again. The attempt itself never throws.
 */
export async function prepareDelivery(
  tools: DeliveryTools,
  message: DeliveryMessage,
): Promise<(() => Promise<void>) | null> {
  const { merchantId, eventId } = message;
  const delivery = await findPendingDelivery(tools.db, merchantId, eventId);
  if (delivery === null || delivery.dueAt > tools.clock() + EARLY_MS_MAX) return null;
  const { target } = delivery;
  if (target === null) {
    await recordNoTarget(tools.db, delivery, tools.clock());
    return null;
  }
  if (target.health.degradedSince !== null && !isProbe(message, delivery, target)) {
    const isParked = await parkDelivery(tools.db, delivery, target.url);
    if (!isParked) return await prepareDelivery(tools, message);
    await probeIfDue(tools, { merchantId, url: target.url });
    return null;
  }
  const taken = await take(tools, message, delivery);
  return taken === null ? null : () => carryOut(tools, taken, target);
}

function isProbe({ probe }: DeliveryMessage, delivery: Delivery, target: DeliveryTarget): boolean {
  return probe !== undefined && probe.url === target.url && probe.attempts === delivery.attempts;
}

/** However many messages there are of a delivery, one makes the attempt. A first one in time is alone as it is. */
async function take(
  { db, clock }: DeliveryTools,
  message: DeliveryMessage,
  delivery: Delivery,
): Promise<Delivery | null> {
  const isAlone = message.firstDueAt === delivery.dueAt && clock() < delivery.dueAt + LEASE_MS;
  return isAlone ? delivery : await leaseDelivery(db, delivery, clock() + LEASE_MS);
}

async function carryOut(tools: DeliveryTools, delivery: Delivery, target: DeliveryTarget): Promise<void> {
  try {
    const startedAt = tools.clock();
    const outcome = await attempt(tools, delivery, target);
    const record = recordOf(tools, delivery, outcome);
    const logged = loggedAttempt(target, outcome, startedAt, record.nextAttemptAt);
    logLine(delivery, logged, record);
    const attempted = { record, logged, countsAgainstAddress: outcome.countsAgainstAddress };
    const recorded = await recordAttempt(tools.db, delivery, target, attempted, tools.clock());
    if (recorded.hasRecovered) {
      await releaseRecovered(tools, { merchantId: delivery.merchantId, url: target.url });
    }
    if (recorded.isRecorded && record.nextAttemptAt !== null) {
      await queueNext(tools, messageFor(delivery), record.nextAttemptAt);
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
  if (fault !== null) return notAttempted(fault.text, { countsAgainstAddress: fault.countsAgainstAddress });
  const secrets = await readSecrets(target, clock(), config.masterKeys);
  if (secrets === null)
    return notAttempted("the signing secret cannot be opened", { countsAgainstAddress: false });
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
  outcome: AttemptOutcome,
): AttemptRecord {
  const now = clock();
  const isDelivered = outcome.status !== null && outcome.status >= 200 && outcome.status < 300;
  const isOver = isDelivered || outcome.status === 410;
  const delay = isOver ? null : retryDelayMs(delivery.attempts + 1, random(), outcome.retryAfterMs);
  return {
    deliveryStatus: isDelivered ? "delivered" : delay === null ? "failed" : "pending",
    nextAttemptAt: delay === null ? null : now + delay,
    lastResponseStatus: outcome.status,
    lastError: outcome.error,
    endedAt: delay === null ? now : null,
  };
}

function loggedAttempt(
  { kind: target, url }: DeliveryTarget,
  { status, durationMs, error, response }: AttemptOutcome,
  at: number,
  nextAttemptAt: number | null,
): LoggedAttempt {
  return { at, target, url, status, durationMs, error, response, nextAttemptAt };
}

function logLine(delivery: Delivery, attempt: LoggedAttempt, record: AttemptRecord): void {
  log(record.deliveryStatus === "delivered" ? "info" : "warn", "webhook_attempt", {
    event_id: delivery.eventId,
    type: delivery.type,
    merchant_id: delivery.merchantId,
    target: attempt.target,
    attempt: delivery.attempts + 1,
    status: attempt.status,
    duration_ms: attempt.durationMs,
    failure: attempt.error,
    next_attempt_at: attempt.nextAttemptAt,
  });
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
