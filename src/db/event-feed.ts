// All events of a merchant in the order a reader may follow with a cursor: by id, which is when they happened. One
// that D1 gets late, after an outage say, would stand behind cursors that have passed it; it has its place where it
// arrived instead, in an index of its own that costs the others nothing.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import { atSqlTime, uuidSince } from "./time-ordered-id.ts";

/** Readers keep this far behind the present: what happened earlier is in D1, or will have a late place. */
export const FEED_DELAY_MS = 5_000;
/** The rest of the delay is for clocks that differ. */
const LATE_AFTER_MS = 1_000;

export interface StoredEvent {
  id: string;
  payload: string;
}

/**
 * SQL for the place of an event that D1 gets now, or NULL where its id is its place. The time is the sender's or D1's
 * own, whichever is ahead: a statement may be long on its way. `lag` keeps the events of one batch in order.
 */
export function latePosition(eventId: string, happenedAt: number, sentAt: number, lag: number): SQL {
  const arrivedAt = sql`max(${sentAt}, CAST(unixepoch('subsec') * 1000 AS INTEGER)) + ${lag}`;
  return sql`iif(${arrivedAt} - ${happenedAt} > ${LATE_AFTER_MS}, ${atSqlTime(eventId, arrivedAt)}, NULL)`;
}

/** Oldest first, from behind the event `after`. */
export async function listEventsAfter(
  db: Database,
  merchantId: string,
  after: string | null,
  { since, until }: { since: number; until: number },
  limit: number,
): Promise<StoredEvent[]> {
  const from = sql`max(${uuidSince(since)}, coalesce(
    (SELECT late_position FROM events WHERE merchant_id = ${merchantId} AND id = ${after}), ${after}, ''))`;
  const to = uuidSince(until);
  return await db.all<StoredEvent>(sql`
    SELECT id, payload, id AS position FROM events
    WHERE merchant_id = ${merchantId} AND late_position IS NULL AND payload <> '' AND id > ${from} AND id < ${to}
    UNION ALL
    SELECT id, payload, late_position FROM events
    WHERE merchant_id = ${merchantId} AND late_position IS NOT NULL AND payload <> ''
      AND late_position > ${from} AND late_position < ${to}
    ORDER BY position LIMIT ${limit}`);
}
