import type { Config } from "#core/config.ts";
import {
  type Delivery,
  type DeliveryEndpoint,
  leaseDelivery,
  listPendingDeliveries,
  openDelivery,
  type PendingDelivery,
} from "#core/db/webhooks/deliveries.ts";
import {
  type AttemptRecord,
  letDeliveryWait,
  recordFailure,
  recordNoEndpoint,
  recordRecovery,
  recordSuccesses,
  type Success,
} from "#core/db/webhooks/delivery-outcome.ts";
import {
  type AttemptOutcome,
  type DeliveryId,
  isSuccess,
  type LoggedAttempt,
  type WebhookEndpoint,
} from "#core/domain/webhooks/delivery.ts";
import { batchPerTurn } from "#core/lib/batch-per-turn.ts";
import { withinDeadline } from "#core/lib/deadline.ts";
import type { Fetch } from "#core/lib/fetch-json.ts";
import { log } from "#core/lib/log.ts";
import { outcomeWithoutResponse, postWebhook } from "./attempt.ts";
import { type CircuitTools, probeIfDue, releaseRecovered } from "./circuit.ts";
import { type DeliveryMessage, TooEarly } from "./message.ts";
import { QUEUE_DELAY_MS_MAX, retryDelayMs } from "./schedule.ts";
import { openSecrets } from "./secret.ts";
import { sendingFault } from "./sendable.ts";
import { signWebhook } from "./sign.ts";

/** The queue is the one for retries: the message of a first attempt is sent with its event. */
export interface DeliveryTools extends CircuitTools {
  config: Config;
  random: () => number;
  fetchFor: (merchantId: string) => Fetch;
}

/** Queues count in whole seconds: a message this early counts as on time. */
const EARLY_MS_MAX = 1_000;
/** Longer than an attempt can last. If the Worker dies meanwhile, the delivery is due again after this. */
const LEASE_MS = 60_000;
/** How long a success may wait for others that are recorded with it. */
const GATHER_MS_MAX = 50;

interface Prepared extends Delivery {
  endpoint: DeliveryEndpoint;
}

type FindPending = (id: DeliveryId) => Promise<PendingDelivery[]>;

/**
 * Finds each message's delivery to attempt, or null when there is none. One statement looks up all of them. Safe to
 * repeat: a delivery that has ended, or that another message is for, is left alone. Rejects when the message is to be retried,
 * because it comes early, or D1 or the queue fails.
 */
export function prepareDeliveries(
  tools: DeliveryTools,
  messages: readonly DeliveryMessage[],
): Promise<Prepared | null>[] {
  const find = batchPerTurn((ids: readonly DeliveryId[]) => listPendingDeliveries(tools.db, ids));
  return messages.map((message) => prepareDelivery(tools, message, find));
}

async function prepareDelivery(
  tools: DeliveryTools,
  message: DeliveryMessage,
  find: FindPending,
): Promise<Prepared | null> {
  const { merchantId, eventId } = message;
  const found = await find({ merchantId, eventId });
  const row = found.find((each) => each.merchantId === merchantId && each.eventId === eventId);
  if (row === undefined || !isDue(message, row.next_attempt_at, tools.clock())) return null;
  const delivery = await openDelivery(tools.db, row);
  const { endpoint } = delivery;
  if (endpoint === null) {
    await recordNoEndpoint(tools.db, delivery, tools.clock());
    return null;
  }
  const isDegraded = endpoint.health !== null && endpoint.health.degradedSince !== null;
  if (isDegraded && !isProbe(message, delivery, endpoint)) {
    const isWaiting = await letDeliveryWait(tools.db, delivery, endpoint);
    if (!isWaiting) return await prepareDelivery(tools, message, find);
    await probeIfDue(tools, endpoint);
    return null;
  }
  const claimed = await claim(tools, message, delivery);
  return claimed === null ? null : { ...claimed, endpoint };
}

/**
 * Whoever has set the due time may have another clock. What was sent at once for this time is due by any clock. A retry that
 * comes early waits for the rest of its delay. Of any other time, the row has another message.
 */
function isDue(
  { firstDueAt, dueAt = firstDueAt, delayedUntil }: DeliveryMessage,
  at: number,
  now: number,
): boolean {
  if (at <= now + EARLY_MS_MAX || at === dueAt) return true;
  if (at === delayedUntil) throw new TooEarly(at - now);
  return false;
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

/**
 * Makes the attempts, each as soon as it is prepared. Successes that come at about the same time are recorded by one statement;
 * should the Worker die before, the sweep repeats them, as it would without. Never throws.
 */
export async function attemptDeliveries(
  tools: DeliveryTools,
  prepared: readonly Promise<Prepared | null>[],
): Promise<void> {
  const successes: Success[] = [];
  const underWay = new Set<Promise<void>>();
  for (const preparing of prepared) {
    const attempt = attemptPrepared(tools, preparing).then((success) => {
      underWay.delete(attempt);
      if (success !== null) successes.push(success);
    });
    underWay.add(attempt);
  }
  while (underWay.size > 0 || successes.length > 0) {
    if (successes.length === 0) await Promise.race(underWay);
    else {
      await withinDeadline(Promise.all(underWay), GATHER_MS_MAX).catch(() => {});
      const gathered = successes.splice(0);
      await recordSuccesses(tools.db, gathered).catch((error) => logUnrecorded(gathered, error));
    }
  }
}

/** Returns a success that is to be recorded with others. Anything else is recorded. */
async function attemptPrepared(
  tools: DeliveryTools,
  preparing: Promise<Prepared | null>,
): Promise<Success | null> {
  const delivery = await preparing.catch(() => null);
  if (delivery === null) return null;
  const { merchantId, eventId, endpoint } = delivery;
  try {
    const at = tools.clock();
    const outcome = await attempt(tools, delivery);
    const record = recordFor(tools, delivery, outcome);
    const { kind: target, url } = endpoint;
    const { status, durationMs, error, response, countsAgainstEndpoint } = outcome;
    const { nextAttemptAt, endedAt } = record;
    const logged = { at, target, url, status, durationMs, error, response, nextAttemptAt };
    logLine(delivery, logged, record);
    if (record.deliveryStatus === "delivered") {
      const success = { merchantId, eventId, endedAt, logged };
      if (endpoint.health === null) return success;
      if (await recordRecovery(tools.db, success, endpoint, tools.clock()))
        await releaseRecovered(tools, endpoint);
      return null;
    }
    const failure = { record, logged, countsAgainstEndpoint };
    const isRecorded = await recordFailure(tools.db, delivery, endpoint, failure, tools.clock());
    if (isRecorded && nextAttemptAt !== null) await queueRetry(tools, delivery, nextAttemptAt);
  } catch (error) {
    logUnrecorded([delivery], error);
  }
  return null;
}

/** The rows still say when the deliveries are due: the sweep takes them over. */
function logUnrecorded(deliveries: readonly DeliveryId[], error: unknown): void {
  for (const { eventId } of deliveries) log("error", "webhook_record_failed", { event_id: eventId, error });
}

/** Anything that prevents the request is an outcome as well, so that every delivery ends. */
async function attempt(
  { config, clock, fetchFor }: DeliveryTools,
  { merchantId, eventId, payload: body, endpoint }: Prepared,
): Promise<AttemptOutcome> {
  const fault = await sendingFault(endpoint.url, config.webhooks);
  if (fault !== null)
    return outcomeWithoutResponse(fault.text, { countsAgainstEndpoint: fault.countsAgainstEndpoint });
  const secrets = await readSecrets(endpoint, clock(), config.masterKeys);
  if (secrets === null)
    return outcomeWithoutResponse("the signing secret cannot be opened", { countsAgainstEndpoint: false });
  const signature = await signWebhook(secrets, eventId, clock(), body);
  return await postWebhook(fetchFor(merchantId), { url: endpoint.url, body }, signature, clock);
}

/** Returns null when the secrets were sealed under a master key that is no longer configured. */
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
  const isDelivered = isSuccess(outcome.status);
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
export async function queueRetry(
  tools: Pick<DeliveryTools, "clock" | "queue">,
  { merchantId, eventId }: DeliveryId,
  dueAt: number,
): Promise<void> {
  const delayMs = dueAt - tools.clock();
  if (delayMs > QUEUE_DELAY_MS_MAX) return;
  try {
    const message = { merchantId, eventId, delayedUntil: dueAt };
    await tools.queue.send(message, { delaySeconds: Math.max(0, Math.ceil(delayMs / 1000)) });
  } catch (error) {
    log("error", "queue_send_failed", { event_id: eventId, error });
  }
}
