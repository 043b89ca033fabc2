import type { Config } from "../config.ts";
import {
  type Delivery,
  type DeliveryEndpoint,
  findPendingDelivery,
  leaseDelivery,
} from "../db/webhooks/deliveries.ts";
import {
  type AttemptRecord,
  parkDelivery,
  recordAttempt,
  recordNoEndpoint,
} from "../db/webhooks/delivery-outcome.ts";
import type { AttemptOutcome, LoggedAttempt, WebhookEndpoint } from "../domain/delivery.ts";
import type { Fetch } from "../lib/fetch-json.ts";
import { log } from "../lib/log.ts";
import { outcomeWithoutResponse, postWebhook } from "./attempt.ts";
import { type CircuitTools, messageFor, probeIfDue, releaseRecovered } from "./circuit.ts";
import type { DeliveryMessage } from "./message.ts";
import { QUEUE_DELAY_MS_MAX, retryDelayMs } from "./schedule.ts";
import { openSecrets } from "./secret.ts";
import { sendingFault } from "./sendable.ts";
import { signWebhook } from "./sign.ts";

/** The queue is the one for retries: the message of a first attempt is sent with its event. */
export interface DeliveryTools extends CircuitTools {
  config: Config;
  random: () => number;
  /** How a merchant's webhooks are sent. */
  fetchFor: (merchantId: string) => Fetch;
}

/** Queues count in whole seconds and clocks differ: a message this early counts as on time. */
const EARLY_MS_MAX = 1_000;
/** Longer than an attempt can last. If the Worker dies meanwhile, the delivery is due again after this. */
const LEASE_MS = 60_000;

/**
 * Returns the attempt to make for a message, or null when there is none. Safe to repeat: a delivery that has ended,
 * is not due yet or was claimed by another message is left alone. Throws only when D1 or the queue fails, and then
 * the message is retried. The returned attempt never throws.
 */
export async function prepareDelivery(
  tools: DeliveryTools,
  message: DeliveryMessage,
): Promise<(() => Promise<void>) | null> {
  const { merchantId, eventId } = message;
  const delivery = await findPendingDelivery(tools.db, merchantId, eventId);
  if (delivery === null || delivery.dueAt > tools.clock() + EARLY_MS_MAX) return null;
  const { endpoint } = delivery;
  if (endpoint === null) {
    await recordNoEndpoint(tools.db, delivery, tools.clock());
    return null;
  }
  const isDegraded = endpoint.health !== null && endpoint.health.degradedSince !== null;
  if (isDegraded && !isProbe(message, delivery, endpoint)) {
    const isParked = await parkDelivery(tools.db, delivery, endpoint);
    if (!isParked) return await prepareDelivery(tools, message);
    await probeIfDue(tools, endpoint);
    return null;
  }
  const claimed = await claim(tools, message, delivery);
  return claimed === null ? null : () => attemptAndRecord(tools, claimed, endpoint);
}

function isProbe({ probe }: DeliveryMessage, delivery: Delivery, endpoint: WebhookEndpoint): boolean {
  return probe?.origin === endpoint.origin && probe.attempts === delivery.attempts;
}

/**
 * Makes sure that only one of a delivery's messages makes the attempt. The event's own message needs no lease if it is
 * less than a minute late: only later does the sweep send another.
 */
async function claim(
  { db, clock }: DeliveryTools,
  message: DeliveryMessage,
  delivery: Delivery,
): Promise<Delivery | null> {
  const isOnlyMessage = message.firstDueAt === delivery.dueAt && clock() < delivery.dueAt + LEASE_MS;
  return isOnlyMessage ? delivery : await leaseDelivery(db, delivery, clock() + LEASE_MS);
}

async function attemptAndRecord(
  tools: DeliveryTools,
  delivery: Delivery,
  endpoint: DeliveryEndpoint,
): Promise<void> {
  try {
    const at = tools.clock();
    const outcome = await attempt(tools, delivery, endpoint);
    const record = recordFor(tools, delivery, outcome);
    const { kind: target, url } = endpoint;
    const { status, durationMs, error, response, countsAgainstEndpoint } = outcome;
    const { nextAttemptAt } = record;
    const logged = { at, target, url, status, durationMs, error, response, nextAttemptAt };
    logLine(delivery, logged, record);
    const attempted = { record, logged, countsAgainstEndpoint };
    const recorded = await recordAttempt(tools.db, delivery, endpoint, attempted, tools.clock());
    if (recorded.canRelease) await releaseRecovered(tools, endpoint);
    if (recorded.isRecorded && nextAttemptAt !== null) {
      await queueRetry(tools, messageFor(delivery), nextAttemptAt);
    }
  } catch (error) {
    // The row still says when the delivery is due: the sweep takes it over.
    log("error", "webhook_record_failed", { event_id: delivery.eventId, error });
  }
}

/** Anything that prevents the request is an outcome as well, so that every delivery ends. */
async function attempt(
  { config, clock, fetchFor }: DeliveryTools,
  delivery: Delivery,
  endpoint: DeliveryEndpoint,
): Promise<AttemptOutcome> {
  const fault = await sendingFault(endpoint.url, config.webhooks);
  if (fault !== null)
    return outcomeWithoutResponse(fault.text, { countsAgainstEndpoint: fault.countsAgainstEndpoint });
  const secrets = await readSecrets(endpoint, clock(), config.masterKeys);
  if (secrets === null)
    return outcomeWithoutResponse("the signing secret cannot be opened", { countsAgainstEndpoint: false });
  const { merchantId, eventId, payload: body } = delivery;
  const signature = await signWebhook(secrets, eventId, clock(), body);
  return await postWebhook(fetchFor(merchantId), { url: endpoint.url, body }, signature, clock);
}

/** Null when the secrets were sealed under a master key that is no longer configured. */
async function readSecrets(
  { secretOwnerId, secrets }: DeliveryEndpoint,
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

/** Any 2xx is a success and 410 asks us to stop; everything else is retried until the schedule ends. */
function recordFor(
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

/** The queue is only the fast path: if it fails, or cannot wait that long, the sweep finds the row. */
async function queueRetry(tools: DeliveryTools, message: DeliveryMessage, dueAt: number): Promise<void> {
  const delayMs = dueAt - tools.clock();
  if (delayMs > QUEUE_DELAY_MS_MAX) return;
  try {
    await tools.queue.send(message, { delaySeconds: Math.max(0, Math.ceil(delayMs / 1000)) });
  } catch (error) {
    log("error", "queue_send_failed", { event_id: message.eventId, error });
  }
}
