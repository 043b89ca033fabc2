// Events of a short period, counted once for the metrics. Like a reader of the feed, it goes by position: an event that
// reaches D1 late counts in the period in which it arrived.
import { type SQL, sql } from "drizzle-orm";
import type { Shard } from "#core/db/client.ts";
import { IS_LATE } from "#core/db/schema/webhooks.ts";
import { uuidSince } from "#core/db/webhooks/time-ordered-id.ts";
import type { DeliveryStatus } from "#core/domain/webhooks/delivery.ts";

export interface EventCount {
  type: string;
  delivery: DeliveryStatus;
  events: number;
  /** For `payment.completed`: the index of the first bound that the times to pay do not exceed; otherwise null. */
  bucket: number | null;
  timeToPayMs: number | null;
}

export interface CountedChunk {
  counts: EventCount[];
  /** The last merchant of the chunk; null when there are no more. */
  last: string | null;
}

/**
 * Counts the events of the next `limit` merchants after one. Reads three rows per merchant, and two per event. `boundsMs` are
 * the upper bounds of the times to pay, in order.
 */
export async function countEvents(
  db: Shard,
  { from, to }: { from: number; to: number },
  { after, limit }: { after: string; limit: number },
  boundsMs: readonly number[],
): Promise<CountedChunk> {
  const since = uuidSince(from);
  const until = uuidSince(to);
  const bounds = boundsMs.map((bound, index) => sql`WHEN ms <= ${bound} THEN ${index}`);
  const end = await db.get<{ id: string } | undefined>(
    sql`SELECT id FROM merchants WHERE id > ${after} ORDER BY id LIMIT 1 OFFSET ${limit - 1}`,
  );
  const chunk = sql`(SELECT id FROM merchants WHERE id > ${after} AND id <= ${end?.id ?? BEHIND_ALL})`;
  const counts = await db.all<EventCount>(sql`
    WITH counted AS (
      SELECT ${COLUMNS} FROM ${chunk} m CROSS JOIN events e ON e.merchant_id = m.id
        AND e.id >= ${since} AND e.id < ${until} WHERE e.late_position IS NULL
      UNION ALL
      SELECT ${COLUMNS} FROM ${chunk} m CROSS JOIN events e INDEXED BY events_late ON e.merchant_id = m.id
        AND e.late_position >= ${since} AND e.late_position < ${until} WHERE ${IS_LATE})
    SELECT type, delivery, count(*) AS events, sum(ms) AS "timeToPayMs",
           CASE WHEN ms IS NULL THEN NULL ${sql.join(bounds, sql` `)} ELSE ${boundsMs.length} END AS bucket
    FROM counted GROUP BY type, delivery, bucket`);
  return { counts, last: end?.id ?? null };
}

const BEHIND_ALL = "~";

const COLUMNS: SQL = sql`e.type, e.delivery_status AS delivery, iif(e.type = 'payment.completed',
  (SELECT max(0, e.created_at - i.created_at) FROM payment_intents i WHERE i.id = e.intent_id), NULL) AS ms`;
