import { and, eq, sql } from "drizzle-orm";
import type { SealedSecrets } from "../domain/webhook-secrets.ts";
import type { Database } from "./client.ts";
import { events } from "./schema.ts";
import { type TargetKind, targetKind } from "./webhook-target.ts";

/** A webhook on its way: the frozen body, and where it goes as of now. */
export interface Delivery {
  eventId: string;
  type: string;
  payload: string;
  attempts: number;
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
}

interface DeliveryRow {
  type: string;
  payload: string;
  attempts: number;
  next_attempt_at: number;
  target: TargetKind | null;
  callback_url: string | null;
  counter_id: string | null;
  counter_url: string | null;
  counter_secret: string | null;
  counter_previous_secret: string | null;
  counter_previous_expires_at: number | null;
  merchant_url: string | null;
  merchant_secret: string;
  merchant_previous_secret: string | null;
  merchant_previous_expires_at: number | null;
}

/** Address and secret are read here, at delivery time. Null unless the event waits for delivery. */
export async function findPendingDelivery(
  db: Database,
  merchantId: string,
  eventId: string,
): Promise<Delivery | null> {
  const row = await db.get<DeliveryRow | undefined>(sql`
    SELECT e.type, e.payload, e.attempts, e.next_attempt_at, ${targetKind(sql`e.type`)} AS target, i.callback_url,
           c.id AS counter_id, c.webhook_url AS counter_url, c.webhook_secret AS counter_secret,
           c.previous_webhook_secret AS counter_previous_secret,
           c.previous_secret_expires_at AS counter_previous_expires_at,
           m.webhook_url AS merchant_url, m.webhook_secret AS merchant_secret,
           m.previous_webhook_secret AS merchant_previous_secret,
           m.previous_secret_expires_at AS merchant_previous_expires_at
    FROM events e
    JOIN payment_intents i ON i.id = e.intent_id
    JOIN merchants m ON m.id = e.merchant_id
    LEFT JOIN counters c ON c.merchant_id = i.merchant_id AND c.id = i.counter_id
    WHERE e.merchant_id = ${merchantId} AND e.id = ${eventId} AND e.next_attempt_at IS NOT NULL`);
  if (!row) return null;
  return {
    eventId,
    type: row.type,
    payload: row.payload,
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at,
    target: targetOf(row, merchantId),
  };
}

/** The secret goes with the address; a callback_url has none of its own and takes the counter's, if there is one. */
function targetOf(row: DeliveryRow, merchantId: string): DeliveryTarget | null {
  if (row.target === null) return null;
  const url = { callback_url: row.callback_url, counter: row.counter_url, merchant: row.merchant_url }[
    row.target
  ];
  if (url === null) return null;
  if (row.target !== "merchant" && row.counter_id !== null && row.counter_secret !== null) {
    const secrets = {
      webhookSecret: row.counter_secret,
      previousWebhookSecret: row.counter_previous_secret,
      previousSecretExpiresAt: row.counter_previous_expires_at,
    };
    return { kind: row.target, url, secretOwnerId: row.counter_id, secrets };
  }
  const secrets = {
    webhookSecret: row.merchant_secret,
    previousWebhookSecret: row.merchant_previous_secret,
    previousSecretExpiresAt: row.merchant_previous_expires_at,
  };
  return { kind: row.target, url, secretOwnerId: merchantId, secrets };
}

export interface AttemptRecord {
  deliveryStatus: "none" | "pending" | "delivered" | "failed";
  attempts: number;
  nextAttemptAt: number | null;
  lastResponseStatus: number | null;
  lastError: string | null;
  deliveredAt: number | null;
}

/** False when another consumer recorded an attempt in the meantime. */
export async function recordAttempt(
  db: Database,
  merchantId: string,
  delivery: Delivery,
  record: AttemptRecord,
): Promise<boolean> {
  const rows = await db
    .update(events)
    .set(record)
    .where(
      and(
        eq(events.merchantId, merchantId),
        eq(events.id, delivery.eventId),
        eq(events.attempts, delivery.attempts),
        sql`${events.nextAttemptAt} IS NOT NULL`,
      ),
    )
    .returning({ id: events.id });
  return rows.length > 0;
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
