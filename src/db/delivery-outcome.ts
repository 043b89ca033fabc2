// What becomes of one delivery: an attempt and its answer, no one to send it to, or waiting for a degraded address.
import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import type { DeliveryId, LoggedAttempt } from "../domain/delivery.ts";
import type { Database } from "./client.ts";
import { type Delivery, type DeliveryTarget, isUnchanged } from "./deliveries.ts";
import { countFailure, settleHealthy, settleRecovered } from "./endpoints.ts";
import { events, webhookEndpoints } from "./schema.ts";

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
  attempt: { record: AttemptRecord; logged: LoggedAttempt; countsAgainstAddress: boolean },
  now: number,
): Promise<{ isRecorded: boolean; hasRecovered: boolean }> {
  const { record, logged, countsAgainstAddress } = attempt;
  const isDelivered = record.deliveryStatus === "delivered";
  const { merchantId } = delivery;
  const update = db
    .update(events)
    .set({ ...record, attempts: sql`attempts + 1`, parkedUrl: null, attemptLog: logWith(logged) })
    .where(
      isDelivered ? and(isEvent(delivery), ne(events.deliveryStatus, "delivered")) : isUnchanged(delivery),
    )
    .returning({ id: events.id });
  const [rows, , recovered] = isDelivered
    ? await db.batch([
        update,
        settleHealthy(db, merchantId, target.url),
        settleRecovered(db, merchantId, target.url, now),
      ])
    : [await update, [], []];
  const isRecorded = rows.length > 0;
  if (!isRecorded) await logOnly(db, delivery, logged);
  else if (!isDelivered && countsAgainstAddress) await countFailure(db, merchantId, target.url, now);
  return { isRecorded, hasRecovered: recovered.length > 0 };
}

async function logOnly(db: Database, delivery: Delivery, logged: LoggedAttempt): Promise<void> {
  await db
    .update(events)
    .set({ attemptLog: logWith(logged) })
    .where(isEvent(delivery));
}

/** SQL for the log with one attempt more, and the oldest gone when there are too many. */
function logWith(attempt: LoggedAttempt): SQL {
  const log = sql`coalesce(attempt_log, '[]')`;
  const kept = sql`iif(json_array_length(${log}) < ${LOGGED_ATTEMPTS_MAX}, ${log}, json_remove(${log}, '$[0]'))`;
  return sql`json_insert(${kept}, '$[#]', json(${JSON.stringify(attempt)}))`;
}

/** Nothing asks for the event any more. It has failed, so that it can be recovered when that was a mistake. */
export async function recordNoTarget(db: Database, delivery: Delivery, now: number): Promise<void> {
  await db
    .update(events)
    .set({
      deliveryStatus: "failed",
      nextAttemptAt: null,
      lastError: "no endpoint asks for it any more",
      endedAt: now,
    })
    .where(isUnchanged(delivery));
}

/** The delivery waits for its degraded address; that uses up no attempt. False when one of the two has changed. */
export async function parkDelivery(db: Database, delivery: Delivery, url: string): Promise<boolean> {
  const isDegraded = sql`EXISTS (SELECT 1 FROM ${webhookEndpoints}
    WHERE merchant_id = ${delivery.merchantId} AND url = ${url} AND degraded_since IS NOT NULL)`;
  const rows = await db
    .update(events)
    .set({ nextAttemptAt: null, parkedUrl: url })
    .where(and(isUnchanged(delivery), isDegraded))
    .returning({ id: events.id });
  return rows.length > 0;
}

function isEvent({ merchantId, eventId }: DeliveryId) {
  return and(eq(events.merchantId, merchantId), eq(events.id, eventId));
}
