// Degraded endpoints: one delivery at a time probes whether the endpoint has recovered, while the others wait.
import type { Shard } from "#core/db/client.ts";
import { forgetRecovered, settleSuccess } from "#core/db/webhooks/endpoints.ts";
import {
  claimProbe,
  claimRelease,
  findDueProbe,
  listProbeCandidates,
  listWaiting,
  releaseAll,
  releaseOldest,
  type WaitingDelivery,
  type WaitingPosition,
} from "#core/db/webhooks/probes.ts";
import { originOf, RELEASED_MAX, type WebhookEndpoint } from "#core/domain/webhooks/delivery.ts";
import { type DeliveryMessage, queueDeliveries, queueDue } from "./message.ts";

export interface CircuitTools {
  /** Where the deliveries are; an endpoint is healthy or not in each shard for itself. */
  db: Shard;
  queue: Queue<DeliveryMessage>;
  clock: () => number;
}

/** How many are considered of the deliveries that have waited longest, and how many of the newest. */
const CANDIDATES_PER_END = 250;

/** Sends one of the deliveries that wait for a degraded endpoint, at most once in ten minutes. */
export async function probeIfDue(
  { db, queue, clock }: CircuitTools,
  endpoint: WebhookEndpoint,
): Promise<void> {
  const now = clock();
  const failures = await findDueProbe(db, endpoint, now);
  if (failures === null) return;
  const candidates = await listProbeCandidates(db, endpoint, CANDIDATES_PER_END);
  const going = candidates.filter(goesWhereItWaits);
  // Behind a long line for a path that fails there may be some for one that works.
  const chosen = going.at(failures % 2 === 0 ? 0 : -1);
  if (chosen === undefined) return;
  const probe = await claimProbe(db, endpoint, chosen.eventId, now);
  if (probe === null) return;
  const { merchantId, eventId, attempts } = probe;
  const message = { merchantId, eventId, dueAt: now, probe: { origin: endpoint.origin, attempts } };
  await queueDeliveries(queue, [message]);
}

function goesWhereItWaits({ origin, url }: WaitingDelivery): boolean {
  return url !== null && originOf(url) === origin;
}

/**
 * The endpoint has recovered: makes as many of the deliveries that waited for it due as it can be expected to handle. The
 * sweep, or the next success after the interval, releases more.
 */
export async function releaseRecovered(
  { db, queue, clock }: CircuitTools,
  endpoint: WebhookEndpoint,
): Promise<void> {
  const now = clock();
  if (!(await claimRelease(db, endpoint, now))) return;
  const released = await releaseOldest(db, endpoint, now, RELEASED_MAX);
  if (released.length < RELEASED_MAX) await forgetRecovered(db, endpoint);
  await queueDue(queue, released, now);
}

/** A test was delivered: any success is the endpoint's recovery. */
export async function recoverTested(tools: CircuitTools, endpoint: WebhookEndpoint): Promise<void> {
  const now = tools.clock();
  const [, recovered] = await tools.db.batch([...settleSuccess(tools.db, endpoint, now)]);
  if (recovered.some(({ releaseAt }) => releaseAt !== null && releaseAt <= now))
    await releaseRecovered(tools, endpoint);
}

/**
 * Makes deliveries due again whose URL is at another endpoint by now, or no longer subscribes to their event. Looks only
 * at a bounded number of those that wait; returns where to go on, or null at the end.
 */
export async function releaseMoved(
  { db, queue, clock }: CircuitTools,
  after: WaitingPosition,
): Promise<WaitingPosition | null> {
  const { merchantId } = after;
  const waiting = await listWaiting(db, after, RELEASED_MAX);
  const moved = waiting.filter((delivery) => !goesWhereItWaits(delivery)).map(({ eventId }) => eventId);
  if (moved.length > 0) {
    const now = clock();
    await queueDue(queue, await releaseAll(db, merchantId, moved, now), now);
  }
  const last = waiting.at(-1);
  if (last === undefined || waiting.length < RELEASED_MAX) return null;
  return { merchantId, url: last.origin, eventId: last.eventId };
}
