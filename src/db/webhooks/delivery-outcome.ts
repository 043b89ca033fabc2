// What happened to a delivery: an attempt and its response, no endpoint, or a wait for a degraded endpoint.
import { and, ne, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { DeliveryId, DeliveryStatus, LoggedAttempt, WebhookEndpoint } from "../../domain/delivery.ts";
import type { Database } from "../client.ts";
import { prepareOnce, withValues } from "../prepared-statements.ts";
import { events, webhookEndpoints } from "../schema/webhooks.ts";
import { type Delivery, type DeliveryEndpoint, isEvent, updateUnchanged } from "./deliveries.ts";
import { countFailure, isEndpoint, settleSuccess } from "./endpoints.ts";

export interface AttemptRecord {
  deliveryStatus: Exclude<DeliveryStatus, "none">;
  nextAttemptAt: number | null;
  lastResponseStatus: number | null;
  lastError: string | null;
  endedAt: number | null;
}

/** More than two whole schedules. Merchants may repeat a delivery without limit, but its row must not grow so. */
const LOGGED_ATTEMPTS_MAX = 30;

interface Attempted {
  record: AttemptRecord;
  logged: LoggedAttempt;
  countsAgainstEndpoint: boolean;
}

/**
 * A success counts even if the row has changed since it was read. A failure counts, for the delivery and for its
 * endpoint, only if the row is unchanged. Every attempt is logged. A success settles only what its endpoint had failed before
 * the attempt: failures during it count as made after it.
 * `canRelease`: the endpoint has recovered, and deliveries that wait for it may be released now.
 */
export async function recordAttempt(
  db: Database,
  delivery: Delivery,
  endpoint: DeliveryEndpoint,
  attempted: Attempted,
  now: number,
): Promise<{ isRecorded: boolean; canRelease: boolean }> {
  const { record, logged, countsAgainstEndpoint } = attempted;
  const isDelivered = record.deliveryStatus === "delivered";
  const outcome = isDelivered
    ? await recordSuccess(db, delivery, endpoint, attempted, now)
    : await recordFailure(db, delivery, attempted);
  if (!outcome.isRecorded) await logOnly(db, delivery, logged);
  else if (!isDelivered && countsAgainstEndpoint) await countFailure(db, endpoint, now);
  return outcome;
}

async function recordSuccess(
  db: Database,
  { merchantId, eventId }: DeliveryId,
  endpoint: DeliveryEndpoint,
  { record, logged }: Attempted,
  now: number,
) {
  const success = { ...record, merchantId, eventId, logged: attemptToStore(db, logged) };
  const marked = withValues(markDelivered(db), success);
  if (endpoint.health === null) {
    const [rows] = await db.batch([marked]);
    return { isRecorded: rows.length > 0, canRelease: false };
  }
  const [rows, , recovered] = await db.batch([marked, ...settleSuccess(db, endpoint, now)]);
  const canRelease = recovered.some(({ releaseAt }) => releaseAt !== null && releaseAt <= now);
  return { isRecorded: rows.length > 0, canRelease };
}

const markDelivered = prepareOnce((db) =>
  db
    .update(events)
    .set({
      deliveryStatus: "delivered",
      nextAttemptAt: null,
      lastResponseStatus: sql`${sql.placeholder("lastResponseStatus")}`,
      lastError: sql`${sql.placeholder("lastError")}`,
      endedAt: sql`${sql.placeholder("endedAt")}`,
      ...counted(sql.placeholder("logged")),
    })
    .where(
      and(
        isEvent({ merchantId: sql.placeholder("merchantId"), eventId: sql.placeholder("eventId") }),
        ne(events.deliveryStatus, "delivered"),
      ),
    )
    .returning({ id: events.id })
    .prepare(),
);

async function recordFailure(db: Database, delivery: Delivery, { record, logged }: Attempted) {
  const change = { ...record, ...counted(attemptToStore(db, logged)) };
  return { isRecorded: await updateUnchanged(db, delivery, change), canRelease: false };
}

/** The columns that change with every attempt. */
function counted(logged: string | SQLWrapper) {
  return { attempts: sql`attempts + 1`, parkedOrigin: null, attemptLog: logWith(logged) };
}

async function logOnly(db: Database, delivery: Delivery, logged: LoggedAttempt): Promise<void> {
  await db
    .update(events)
    .set({ attemptLog: logWith(attemptToStore(db, logged)) })
    .where(isEvent(delivery));
}

/** SQL for the log with this attempt appended, without the oldest one when the log is full. */
function logWith(logged: string | SQLWrapper): SQL {
  const log = sql`coalesce(attempt_log, '[]')`;
  const kept = sql`iif(json_array_length(${log}) < ${LOGGED_ATTEMPTS_MAX}, ${log}, json_remove(${log}, '$[0]'))`;
  return sql`json_insert(${kept}, '$[#]', json(${logged}))`;
}

/** Without its nulls. The log is not deflated: SQL appends to it, and filters deliveries by its last attempt. */
function attemptToStore(db: Database, attempt: LoggedAttempt): string {
  return JSON.stringify(attempt, (_, value) => (value === null && db.storageFormat > 1 ? undefined : value));
}

/** No endpoint is subscribed to the event any more. The delivery fails, so that the merchant can still recover it. */
export async function recordNoEndpoint(db: Database, delivery: Delivery, now: number): Promise<void> {
  await updateUnchanged(db, delivery, {
    deliveryStatus: "failed",
    nextAttemptAt: null,
    lastError: "no endpoint is subscribed to it any more",
    endedAt: now,
  });
}

/** Lets the delivery wait for its degraded endpoint, without an attempt. False if either has changed since. */
export async function parkDelivery(
  db: Database,
  delivery: Delivery,
  endpoint: WebhookEndpoint,
): Promise<boolean> {
  const isDegraded = sql`EXISTS (SELECT 1 FROM ${webhookEndpoints} WHERE ${isEndpoint(endpoint)} AND degraded_since IS NOT NULL)`;
  const parked = { nextAttemptAt: null, parkedOrigin: endpoint.origin };
  return await updateUnchanged(db, delivery, parked, isDegraded);
}
