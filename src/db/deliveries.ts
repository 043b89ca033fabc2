import { and, eq, sql } from "drizzle-orm";
import type { DeliveryStatus, EndpointHealth, LoggedAttempt, TargetKind } from "../domain/delivery.ts";
import type { SealedSecrets } from "../domain/webhook-secrets.ts";
import type { Database } from "./client.ts";
import { clearEndpoint, countFailure } from "./endpoints.ts";
import { events } from "./schema.ts";
import { targetKind, targetUrl } from "./webhook-target.ts";

/** A webhook on its way: the frozen body, and where it goes as of now. */
export interface Delivery {
  merchantId: string;
  eventId: string;
  type: string;
  payload: string;
  attempts: number;
  log: LoggedAttempt[];
  nextAttemptAt: number;
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
  attempt_log: string | null;
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
    SELECT e.type, e.payload, e.attempts, e.attempt_log, e.next_attempt_at, ${targetKind(sql`e.type`)} AS target,
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
    log: row.attempt_log === null ? [] : JSON.parse(row.attempt_log),
    nextAttemptAt: row.next_attempt_at,
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
  deliveryStatus: DeliveryStatus;
  attempts: number;
  nextAttemptAt: number | null;
  lastResponseStatus: number | null;
  lastError: string | null;
  endedAt: number | null;
  attemptLog: LoggedAttempt[];
}

/**
 * The attempt and what it says of the address, in one transaction; what it says counts even when another consumer
 * has recorded an attempt in the meantime. A success at a healthy address writes one row.
 */
export async function recordAttempt(
  db: Database,
  delivery: Delivery,
  target: DeliveryTarget,
  record: AttemptRecord,
  now: number,
): Promise<{ isRecorded: boolean; hasRecovered: boolean }> {
  const update = updateDelivery(db, delivery, record);
  if (record.deliveryStatus !== "delivered") {
    const [rows] = await db.batch([update, countFailure(db, delivery.merchantId, target.url, now)]);
    return { isRecorded: rows.length > 0, hasRecovered: false };
  }
  const [rows, [cleared]] = await db.batch([update, clearEndpoint(db, delivery.merchantId, target.url)]);
  return { isRecorded: rows.length > 0, hasRecovered: (cleared?.degradedSince ?? null) !== null };
}

/** Nothing asks for the event any more: it stays, undelivered. */
export async function recordNoTarget(db: Database, delivery: Delivery): Promise<void> {
  await updateDelivery(db, delivery, { deliveryStatus: "none", nextAttemptAt: null });
}

/** The delivery waits for its address; that uses up no attempt. */
export async function parkDelivery(db: Database, delivery: Delivery, url: string): Promise<void> {
  await updateDelivery(db, delivery, { nextAttemptAt: null, parkedUrl: url });
}

/** Guarded by the attempts seen, so that of two consumers of one message only one changes the row. */
function updateDelivery(
  db: Database,
  delivery: Delivery,
  change: Partial<AttemptRecord> & { parkedUrl?: string },
) {
  return db
    .update(events)
    .set(change)
    .where(
      and(
        eq(events.merchantId, delivery.merchantId),
        eq(events.id, delivery.eventId),
        eq(events.attempts, delivery.attempts),
        sql`${events.nextAttemptAt} IS NOT NULL`,
      ),
    )
    .returning({ id: events.id });
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
): Promise<{ merchantId: string; eventId: string }[]> {
  return await db.all<{ merchantId: string; eventId: string }>(sql`
    UPDATE events SET next_attempt_at = ${now}
    WHERE (merchant_id, id) IN (
      SELECT merchant_id, id FROM events
      WHERE next_attempt_at IS NOT NULL AND next_attempt_at <= ${overdueSince}
      ORDER BY next_attempt_at LIMIT ${limit})
    RETURNING merchant_id AS "merchantId", id AS "eventId"`);
}
