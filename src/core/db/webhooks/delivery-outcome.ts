import { and, ne, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Shard } from "#core/db/client.ts";
import { prepareOnce, withValues } from "#core/db/prepared-statements.ts";
import { events, webhookEndpoints } from "#core/db/schema/webhooks.ts";
import type {
  DeliveryId,
  DeliveryStatus,
  LoggedAttempt,
  WebhookEndpoint,
} from "#core/domain/webhooks/delivery.ts";
import { type Delivery, updateUnchanged, whereEvent } from "./deliveries.ts";
import { countFailure, settleSuccess, whereEndpoint } from "./endpoints.ts";

export interface AttemptRecord {
  deliveryStatus: Exclude<DeliveryStatus, "none">;
  nextAttemptAt: number | null;
  lastResponseStatus: number | null;
  lastError: string | null;
  endedAt: number | null;
}

/** More than two whole schedules. Merchants may repeat a delivery without limit, but its row must not grow so. */
const LOGGED_ATTEMPTS_MAX = 30;

/** An attempt that got a response of 2xx. */
export interface Success extends DeliveryId {
  endedAt: number | null;
  logged: LoggedAttempt;
}

/** Any other attempt. */
interface Failure {
  record: AttemptRecord;
  logged: LoggedAttempt;
  countsAgainstEndpoint: boolean;
}

/**
 * Records what was delivered to endpoints that had not failed before, with one statement. It counts even if a row has changed
 * since it was read. Failures during an attempt count as made after it, so nothing is settled.
 */
export async function recordSuccesses(db: Shard, successes: readonly Success[]): Promise<void> {
  const ofEvent = new Map(successes.map((success) => [success.eventId, success]));
  const marked = await markDelivered(db).all({ successes: toStore([...ofEvent.values()]) });
  for (const success of successes) {
    const isMarked = marked.some(({ id }) => id === success.eventId);
    if (!isMarked || ofEvent.get(success.eventId) !== success) await logOnly(db, success, success.logged);
  }
}

/**
 * Records a success at an endpoint that had failed, and settles that. Returns true when it has recovered, and deliveries
 * that wait for it may be released now.
 */
export async function recordRecovery(
  db: Shard,
  success: Success,
  endpoint: WebhookEndpoint,
  now: number,
): Promise<boolean> {
  const [marked, , recovered] = await db.batch([
    withValues(markDelivered(db), { successes: toStore([success]) }),
    ...settleSuccess(db, endpoint, now),
  ]);
  if (marked.length === 0) await logOnly(db, success, success.logged);
  return recovered.some(({ releaseAt }) => releaseAt !== null && releaseAt <= now);
}

const markDelivered = prepareOnce((db) =>
  db
    .update(events)
    .set({
      deliveryStatus: "delivered",
      nextAttemptAt: null,
      lastResponseStatus: sql`success.value ->> '$.logged.status'`,
      lastError: null,
      endedAt: sql`success.value ->> 'endedAt'`,
      ...counted(sql`success.value -> 'logged'`),
    })
    .from(sql`json_each(${sql.placeholder("successes")}) success`)
    .where(
      and(
        whereEvent({
          merchantId: sql`success.value ->> 'merchantId'`,
          eventId: sql`success.value ->> 'eventId'`,
        }),
        ne(events.deliveryStatus, "delivered"),
      ),
    )
    .returning({ id: events.id })
    .prepare(),
);

/** Counts, for the delivery and for its endpoint, only if the row is unchanged: else returns false. It is logged anyway. */
export async function recordFailure(
  db: Shard,
  delivery: Delivery,
  endpoint: WebhookEndpoint,
  { record, logged, countsAgainstEndpoint }: Failure,
  now: number,
): Promise<boolean> {
  const isRecorded = await updateUnchanged(db, delivery, { ...record, ...counted(toStore(logged)) });
  if (!isRecorded) await logOnly(db, delivery, logged);
  else if (countsAgainstEndpoint) await countFailure(db, endpoint, now);
  return isRecorded;
}

/** The columns that change with every attempt. */
function counted(logged: string | SQLWrapper) {
  return { attempts: sql`attempts + 1`, waitingOrigin: null, attemptLog: logWith(logged) };
}

async function logOnly(db: Shard, delivery: DeliveryId, logged: LoggedAttempt): Promise<void> {
  await db
    .update(events)
    .set({ attemptLog: logWith(toStore(logged)) })
    .where(whereEvent(delivery));
}

/** SQL for the log with this attempt appended, without the oldest one when the log is full. */
function logWith(logged: string | SQLWrapper): SQL {
  const log = sql`coalesce(attempt_log, '[]')`;
  const kept = sql`iif(json_array_length(${log}) < ${LOGGED_ATTEMPTS_MAX}, ${log}, json_remove(${log}, '$[0]'))`;
  return sql`json_insert(${kept}, '$[#]', json(${logged}))`;
}

/** JSON of one or more attempts, without nulls. The log is not deflated: SQL appends to it, and filters deliveries by its last attempt. */
function toStore(attempts: LoggedAttempt | readonly Success[]): string {
  return JSON.stringify(attempts, (_, value) => (value === null ? undefined : value));
}

/** No endpoint is subscribed to the event any more. The delivery fails, so that the merchant can still recover it. */
export async function recordNoEndpoint(db: Shard, delivery: Delivery, now: number): Promise<void> {
  await updateUnchanged(db, delivery, {
    deliveryStatus: "failed",
    nextAttemptAt: null,
    lastError: "no endpoint is subscribed to it any more",
    endedAt: now,
  });
}

/** Lets the delivery wait for its degraded endpoint, without an attempt. Returns false if either has changed since. */
export async function letDeliveryWait(
  db: Shard,
  delivery: Delivery,
  endpoint: WebhookEndpoint,
): Promise<boolean> {
  const isDegraded = sql`EXISTS (SELECT 1 FROM ${webhookEndpoints} WHERE ${whereEndpoint(endpoint)} AND degraded_since IS NOT NULL)`;
  const waiting = { nextAttemptAt: null, waitingOrigin: endpoint.origin };
  return await updateUnchanged(db, delivery, waiting, isDegraded);
}
