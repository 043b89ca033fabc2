// All events of a merchant in the order a reader may follow with a cursor: by id, which is when they happened. One
// that D1 gets late, after an outage say, would stand behind cursors that have passed it; it has its place where it
// arrived instead, in an index of its own that costs the others nothing.
import { sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import { atTime, uuidSince } from "./time-ordered-id.ts";

/** Readers keep this far behind the present: what happened earlier is in D1, or will have a late place. */
export const FEED_DELAY_MS = 5_000;
/** The rest of the delay is for the statement's way, and for clocks that differ. */
const LATE_AFTER_MS = 1_000;

export interface StoredEvent {
  id: string;
  payload: string;
}

/**
 * The places of an intent's events that are stored `now`, oldest first: time-ordered UUIDs like their ids, or null
 * where the id is the place. Behind a late one all are late, a millisecond apart, so that they stay in order.
 */
export function latePositions(
  events: readonly { id: string; occurredAt: number }[],
  now: number,
): (string | null)[] {
  const [oldest] = events;
  const areLate = oldest !== undefined && now - oldest.occurredAt > LATE_AFTER_MS;
  return events.map(({ id }, index) => (areLate ? atTime(id, now + index) : null));
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
