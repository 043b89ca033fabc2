import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import type { Shard } from "#core/db/client.ts";
import { events, HAS_NEXT_ATTEMPT } from "#core/db/schema/webhooks.ts";
import {
  type DeliveryId,
  type EndpointHealth,
  type EndpointKind,
  originOf,
  type WebhookEndpoint,
} from "#core/domain/webhooks/delivery.ts";
import type { SealedSecrets } from "#core/domain/webhooks/webhook-secrets.ts";
import { findHealth } from "./endpoints.ts";
import { endpointKind, endpointUrl, WITH_OWNERS } from "./event-endpoint.ts";
import { readBody, STORED_BODY, type StoredBody } from "./stored-body.ts";

/** A webhook delivery that is not finished: its stored body, and the endpoint that it goes to now. */
export interface Delivery extends DeliveryId {
  type: string;
  payload: string;
  attempts: number;
  /** When the next attempt is due. It also identifies the attempt: see updateUnchanged. */
  dueAt: number;
  /** It is null when no endpoint is subscribed to the event any more. */
  endpoint: DeliveryEndpoint | null;
}

export interface DeliveryEndpoint extends WebhookEndpoint {
  kind: EndpointKind;
  url: string;
  /** The counter or merchant whose secrets sign. */
  secretOwnerId: string;
  secrets: SealedSecrets;
  /** It is null when it has not failed lately: then a success has nothing to settle. */
  health: EndpointHealth | null;
}

/** The body is as the database has it: openDelivery reads it. */
export interface PendingDelivery extends StoredBody {
  eventId: string;
  type: string;
  attempts: number;
  next_attempt_at: number;
  endpoint_kind: EndpointKind | null;
  url: string | null;
  counter_id: string | null;
  secret: string;
  previous_secret: string | null;
  previous_expires_at: number | null;
  /** 1 when any endpoint of the merchant's has failed recently, else 0. */
  has_failing_endpoint: number;
}

/** Lists those for which an attempt is planned, with the endpoint and secrets of now, not those at the time of the event. */
export async function listPendingDeliveries(
  db: Shard,
  ids: readonly DeliveryId[],
): Promise<PendingDelivery[]> {
  // The secret belongs to the endpoint. For a callback_url it is the counter's, if the intent has a counter.
  const isCounters = sql`c.id IS NOT NULL AND (${endpointKind(sql`e.type`)}) <> 'merchant'`;
  return await db.all<PendingDelivery>(sql`
    SELECT e.id AS "eventId", e.type, ${STORED_BODY}, e.attempts, e.next_attempt_at, ${endpointKind(sql`e.type`)} AS endpoint_kind,
           ${endpointUrl(sql`e.type`)} AS url, iif(${isCounters}, c.id, NULL) AS counter_id,
           iif(${isCounters}, c.webhook_secret, m.webhook_secret) AS secret,
           iif(${isCounters}, c.previous_webhook_secret, m.previous_webhook_secret) AS previous_secret,
           iif(${isCounters}, c.previous_secret_expires_at, m.previous_secret_expires_at) AS previous_expires_at,
           EXISTS (SELECT 1 FROM webhook_endpoints w WHERE w.merchant_id = e.merchant_id) AS has_failing_endpoint
    FROM json_each(${JSON.stringify(ids)}) wanted
    CROSS JOIN events e ON e.merchant_id = wanted.value ->> 'merchantId' AND e.id = wanted.value ->> 'eventId'
    ${WITH_OWNERS}
    WHERE ${HAS_NEXT_ATTEMPT}`);
}

/** Throws when its body cannot be read. */
export async function openDelivery(db: Shard, row: PendingDelivery): Promise<Delivery> {
  return {
    merchantId: row.merchantId,
    eventId: row.eventId,
    type: row.type,
    payload: readBody(row),
    attempts: row.attempts,
    dueAt: row.next_attempt_at,
    endpoint: await endpointOf(db, row),
  };
}

async function endpointOf(db: Shard, row: PendingDelivery): Promise<DeliveryEndpoint | null> {
  const { merchantId } = row;
  if (row.endpoint_kind === null || row.url === null) return null;
  const origin = originOf(row.url);
  // SQL cannot tell the origin of a URL. Few merchants pay for the second query.
  const health = row.has_failing_endpoint === 1 ? await findHealth(db, merchantId, [origin]) : null;
  return {
    merchantId,
    origin,
    kind: row.endpoint_kind,
    url: row.url,
    secretOwnerId: row.counter_id ?? merchantId,
    secrets: {
      webhookSecret: row.secret,
      previousWebhookSecret: row.previous_secret,
      previousSecretExpiresAt: row.previous_expires_at,
    },
    health: health?.get(origin) ?? null,
  };
}

/**
 * Reserves the delivery for one attempt: no one else finds it due before `until`. Returns the updated delivery, or null
 * when someone else was faster.
 */
export async function leaseDelivery(db: Shard, delivery: Delivery, until: number): Promise<Delivery | null> {
  const isLeased = await updateUnchanged(db, delivery, { nextAttemptAt: until });
  return isLeased ? { ...delivery, dueAt: until } : null;
}

/**
 * Returns false if the delivery was attempted, leased, rearmed or waiting since it was read: each of these changes its due time.
 */
export async function updateUnchanged(
  db: Shard,
  { merchantId, eventId, dueAt }: Delivery,
  change: SQLiteUpdateSetSource<typeof events>,
  condition?: SQL,
): Promise<boolean> {
  const isUnchanged = and(whereEvent({ merchantId, eventId }), eq(events.nextAttemptAt, dueAt), condition);
  const rows = await db.update(events).set(change).where(isUnchanged).returning({ id: events.id });
  return rows.length > 0;
}

export function whereEvent({ merchantId, eventId }: Record<keyof DeliveryId, string | SQLWrapper>) {
  return and(eq(events.merchantId, merchantId), eq(events.id, eventId));
}

/**
 * Takes over deliveries that were due at or before `overdueSince`: their queue messages are lost or late. They become
 * due `now`, so that the next sweep does not take them again at once.
 */
export async function claimOverdueDeliveries(
  db: Shard,
  overdueSince: number,
  now: number,
  limit: number,
): Promise<DeliveryId[]> {
  return await db.all<DeliveryId>(sql`
    UPDATE events SET next_attempt_at = ${now}
    WHERE (merchant_id, id) IN (
      SELECT merchant_id, id FROM events
      WHERE ${HAS_NEXT_ATTEMPT} AND next_attempt_at <= ${overdueSince}
      ORDER BY next_attempt_at LIMIT ${limit})
    RETURNING merchant_id AS "merchantId", id AS "eventId"`);
}
