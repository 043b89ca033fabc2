import { and, eq, type SQL, sql } from "drizzle-orm";
import type { DueDelivery, EndpointHealth, LoggedAttempt, TargetKind } from "../domain/delivery.ts";
import type { SealedSecrets } from "../domain/webhook-secrets.ts";
import type { Database } from "./client.ts";
import { clearEndpoint, countFailure } from "./endpoints.ts";
import { events, webhookEndpoints } from "./schema.ts";
import { targetKind, targetUrl } from "./webhook-target.ts";

/** A webhook on its way: the frozen body, and where it goes as of now. */
export interface Delivery extends DueDelivery {
  type: string;
  payload: string;
  attempts: number;
  /** Null when nothing asks for this event any more. */
  target: DeliveryTarget | null;
}

export interface DeliveryTarget {
  kind: TargetKind;
  url: string;
  /** Whose secrets sign: the counter's or the merchant's. */
  secretOwnerId: string;
  secrets: SealedSecrets;
  health: EndpointHealth;
}

interface DeliveryRow {
  type: string;
  payload: string;
  attempts: number;
  next_attempt_at: number;
  target: TargetKind | null;
  url: string | null;
  counter_id: string | null;
  secret: string;
  previous_secret: string | null;
  previous_expires_at: number | null;
  failures: number | null;
  degraded_since: number | null;
  next_probe_at: number | null;
}

/** Address and secrets are read here, at delivery time. Null unless an attempt is due or will be. */
export async function findPendingDelivery(
  db: Database,
  merchantId: string,
  eventId: string,
): Promise<Delivery | null> {
  // The secret goes with the address; a callback_url takes the counter's, if the intent has one.
  const isCounters = sql`c.id IS NOT NULL AND (${targetKind(sql`e.type`)}) <> 'merchant'`;
  const row = await db.get<DeliveryRow | undefined>(sql`
    SELECT e.type, e.payload, e.attempts, e.next_attempt_at, ${targetKind(sql`e.type`)} AS target,
           ${targetUrl(sql`e.type`)} AS url, iif(${isCounters}, c.id, NULL) AS counter_id,
           iif(${isCounters}, c.webhook_secret, m.webhook_secret) AS secret,
           iif(${isCounters}, c.previous_webhook_secret, m.previous_webhook_secret) AS previous_secret,
           iif(${isCounters}, c.previous_secret_expires_at, m.previous_secret_expires_at) AS previous_expires_at,
           w.failures, w.degraded_since, w.next_probe_at
    FROM events e
    JOIN payment_intents i ON i.id = e.intent_id
    JOIN merchants m ON m.id = e.merchant_id
    LEFT JOIN counters c ON c.merchant_id = i.merchant_id AND c.id = i.counter_id
    LEFT JOIN webhook_endpoints w ON w.merchant_id = e.merchant_id AND w.url = ${targetUrl(sql`e.type`)}
    WHERE e.merchant_id = ${merchantId} AND e.id = ${eventId} AND e.next_attempt_at IS NOT NULL`);
  if (!row) return null;
  return {
    merchantId,
    eventId,
    type: row.type,
    payload: row.payload,
    attempts: row.attempts,
    dueAt: row.next_attempt_at,
    target: targetOf(row, merchantId),
  };
}

function targetOf(row: DeliveryRow, merchantId: string): DeliveryTarget | null {
  if (row.target === null || row.url === null) return null;
  return {
    kind: row.target,
    url: row.url,
    secretOwnerId: row.counter_id ?? merchantId,
    secrets: {
      webhookSecret: row.secret,
      previousWebhookSecret: row.previous_secret,
      previousSecretExpiresAt: row.previous_expires_at,
    },
    health: {
      failures: row.failures ?? 0,
      degradedSince: row.degraded_since,
      nextProbeAt: row.next_probe_at,
    },
  };
}

export interface AttemptRecord {
  deliveryStatus: "pending" | "delivered" | "failed";
  nextAttemptAt: number | null;
  lastResponseStatus: number | null;
  lastError: string | null;
  endedAt: number | null;
}

/** More than two whole schedules; a delivery can be repeated for ever, and its row cannot grow for ever. */
const LOGGED_ATTEMPTS_MAX = 30;

/**
 * A success counts whatever has become of the row in the meantime; a failure, for the delivery and for its address,
 * only where nothing has. The log has every attempt. A success at a healthy address writes one row.
 */
export async function recordAttempt(
  db: Database,
  delivery: Delivery,
  target: DeliveryTarget,
  attempt: { record: AttemptRecord; logged: LoggedAttempt; saysOfAddress: boolean },
  now: number,
): Promise<{ isRecorded: boolean; hasRecovered: boolean }> {
  const { record, logged, saysOfAddress } = attempt;
  const isDelivered = record.deliveryStatus === "delivered";
  const update = db
    .update(events)
    .set({ ...record, attempts: sql`attempts + 1`, parkedUrl: null, attemptLog: logWith(logged) })
    .where(and(isEvent(delivery), isDelivered ? eq(events.deliveryStatus, "pending") : isStillDue(delivery)))
    .returning({ id: events.id });
  const [rows, [cleared]] = isDelivered
    ? await db.batch([update, clearEndpoint(db, delivery.merchantId, target.url)])
    : [await update, []];
  const isRecorded = rows.length > 0;
  if (!isRecorded)
    await db
      .update(events)
      .set({ attemptLog: logWith(logged) })
      .where(isEvent(delivery));
  if (isRecorded && !isDelivered && saysOfAddress)
    await countFailure(db, delivery.merchantId, target.url, now);
  return { isRecorded, hasRecovered: (cleared?.degradedSince ?? null) !== null };
}

/** SQL for the log with one attempt more, and the oldest gone when there are too many. */
function logWith(attempt: LoggedAttempt): SQL {
  const log = sql`coalesce(attempt_log, '[]')`;
  const kept = sql`iif(json_array_length(${log}) < ${LOGGED_ATTEMPTS_MAX}, ${log}, json_remove(${log}, '$[0]'))`;
  return sql`json_insert(${kept}, '$[#]', json(${JSON.stringify(attempt)}))`;
}

/** Nothing asks for the event any more: it stays, undelivered. What had been tried has failed and can be recovered. */
export async function recordNoTarget(db: Database, delivery: Delivery, now: number): Promise<void> {
  const change =
    delivery.attempts === 0
      ? ({ deliveryStatus: "none" } as const)
      : ({ deliveryStatus: "failed", lastError: "no endpoint asks for it any more", endedAt: now } as const);
  await db
    .update(events)
    .set({ ...change, nextAttemptAt: null })
    .where(and(isEvent(delivery), isStillDue(delivery)));
}

/** The delivery waits for its degraded address; that uses up no attempt. False when one of the two has changed. */
export async function parkDelivery(db: Database, delivery: Delivery, url: string): Promise<boolean> {
  const isDegraded = sql`EXISTS (SELECT 1 FROM ${webhookEndpoints}
    WHERE merchant_id = ${delivery.merchantId} AND url = ${url} AND degraded_since IS NOT NULL)`;
  const rows = await db
    .update(events)
    .set({ nextAttemptAt: null, parkedUrl: url })
    .where(and(isEvent(delivery), isStillDue(delivery), isDegraded))
    .returning({ id: events.id });
  return rows.length > 0;
}

function isEvent({ merchantId, eventId }: Delivery) {
  return and(eq(events.merchantId, merchantId), eq(events.id, eventId));
}

function isStillDue({ dueAt }: Delivery) {
  return eq(events.nextAttemptAt, dueAt);
}

/**
 * Takes over deliveries that were due before `overdueSince`: their queue messages are lost or late.
 * They are due again `now`, so that the next sweep leaves them alone for as long.
 */
export async function claimOverdueDeliveries(
  db: Database,
  overdueSince: number,
  now: number,
  limit: number,
): Promise<DueDelivery[]> {
  return await db.all<DueDelivery>(sql`
    UPDATE events SET next_attempt_at = ${now}
    WHERE (merchant_id, id) IN (
      SELECT merchant_id, id FROM events
      WHERE next_attempt_at IS NOT NULL AND next_attempt_at <= ${overdueSince}
      ORDER BY next_attempt_at LIMIT ${limit})
    RETURNING merchant_id AS "merchantId", id AS "eventId", next_attempt_at AS "dueAt"`);
}
