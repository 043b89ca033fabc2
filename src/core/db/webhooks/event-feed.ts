// All events of a merchant in an order that readers can follow with a cursor: by id, which is the order in which they
// happened. An event that reaches D1 late, for example after an outage, would come before cursors that have already
// passed it. Its position is its time of arrival instead, kept in a partial index that costs other events nothing.
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Shard } from "#core/db/client.ts";
import { IS_LATE } from "#core/db/schema/webhooks.ts";
import { readBody, STORED_BODY, type StoredBody } from "./stored-body.ts";
import { atSqlTime, uuidSince } from "./time-ordered-id.ts";

/** Readers stay this far behind the present: older events are in D1, or will get a late position. */
export const FEED_DELAY_MS = 5_000;
/** Shorter than the delay, which also has to cover differences between clocks. */
const LATE_AFTER_MS = 1_000;

export interface StoredEvent {
  id: string;
  payload: string;
  /** Sorts it among all events of the merchant. */
  position: string;
}

/**
 * SQL for the position of an event that is stored now, or NULL when its id is its position. The time of arrival is the
 * later of the sender's and D1's own, because a statement may take long to arrive. `offsetMs` keeps the events of one
 * batch in order.
 */
export function latePosition(event: Record<"id" | "happenedAt" | "sentAt" | "offsetMs", SQLWrapper>): SQL {
  const { id, happenedAt, sentAt, offsetMs } = event;
  const arrivedAt = sql`max(${sentAt}, CAST(unixepoch('subsec') * 1000 AS INTEGER)) + ${offsetMs}`;
  const isLate = sql`${arrivedAt} - ${happenedAt} > ${sql.raw(String(LATE_AFTER_MS))}`;
  return sql`iif(${isLate}, ${atSqlTime(id, arrivedAt)}, NULL)`;
}

/** Returns null when the event is not there, or when its id is its position. */
export async function findLatePosition(
  db: Shard,
  merchantId: string,
  eventId: string,
): Promise<string | null> {
  const row = await db.get<{ position: string | null } | undefined>(
    sql`SELECT late_position AS position FROM events WHERE merchant_id = ${merchantId} AND id = ${eventId}`,
  );
  return row?.position ?? null;
}

/** Lists the oldest first, after the event `after`, or after this position. */
export async function listEventsAfter(
  db: Shard,
  merchantId: string,
  after: string | null,
  { since, until }: { since: number; until: number },
  limit: number,
): Promise<StoredEvent[]> {
  const from = sql`max(${uuidSince(since)}, coalesce(
    (SELECT late_position FROM events WHERE merchant_id = ${merchantId} AND id = ${after}), ${after}, ''))`;
  const to = uuidSince(until);
  const rows = await db.all<StoredBody & Pick<StoredEvent, "id" | "position">>(sql`
    SELECT e.id, ${STORED_BODY}, e.id AS position FROM events e
    WHERE merchant_id = ${merchantId} AND late_position IS NULL AND payload <> '' AND id > ${from} AND id < ${to}
    UNION ALL
    SELECT e.id, ${STORED_BODY}, e.late_position FROM events e
    WHERE merchant_id = ${merchantId} AND ${IS_LATE} AND payload <> ''
      AND late_position > ${from} AND late_position < ${to}
    ORDER BY position LIMIT ${limit}`);
  return rows.map(({ id, position, ...stored }) => ({ id, position, payload: readBody(stored) }));
}
