// The events of one intent. They are rows among all of their merchant's, by time, and an index of them by intent would cost
// every payment a row. So the first event, which is a payment's only one, is found by the times that the intent has. Later
// ones, which few intents have, are in events_by_intent.
import { sql } from "drizzle-orm";
import type { Shard } from "#core/db/client.ts";
import type { HistoryEvent } from "#core/domain/payment-intents/events.ts";
import type { PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import { CLOCK_SKEW_MS } from "./events.ts";
import { uuidSince } from "./time-ordered-id.ts";

/** An event's id is made in the same turn as the change that it is about. */
const EVENT_ID_DELAY_MS = 20;

export type IntentTimes = Pick<
  PaymentIntent,
  "id" | "merchantId" | "createdAt" | "updatedAt" | "completedAt" | "cancelledAt" | "eventSequence"
>;

interface Range {
  from: string;
  to: string;
}

/** Lists them in order. */
export async function listEventsOf(db: Shard, intent: IntentTimes): Promise<HistoryEvent[]> {
  const found = await search(db, intent, changesOf(intent));
  if (found[0]?.sequence === 1 || intent.eventSequence === 0) return found;
  // An intent may have expired, and then adopted its payment. The query reads the merchant's events from before that.
  const { createdAt, completedAt, updatedAt } = intent;
  return await search(db, intent, [
    rangeOf(createdAt - CLOCK_SKEW_MS, (completedAt ?? updatedAt) + CLOCK_SKEW_MS),
  ]);
}

/** Ranges of ids; where two changes are close, only the time between them counts to the first. */
function changesOf({ createdAt, updatedAt, completedAt, cancelledAt }: IntentTimes): Range[] {
  const times = [createdAt, updatedAt, completedAt ?? createdAt, cancelledAt ?? createdAt];
  const changes = [...new Set(times)].sort((a, b) => a - b);
  return changes.map((at, index) =>
    rangeOf(at, Math.min(at + EVENT_ID_DELAY_MS, changes[index + 1] ?? Number.MAX_SAFE_INTEGER)),
  );
}

function rangeOf(from: number, to: number): Range {
  return { from: uuidSince(from), to: uuidSince(to) };
}

async function search(
  db: Shard,
  { id, merchantId }: IntentTimes,
  ranges: readonly Range[],
): Promise<HistoryEvent[]> {
  const columns = sql`e.id, e.type, e.sequence, e.created_at AS "occurredAt", e.actor, e.request_id AS "requestId"`;
  return await db.all<HistoryEvent>(sql`
    SELECT ${columns} FROM json_each(${JSON.stringify(ranges)}) range
    CROSS JOIN events e ON e.merchant_id = ${merchantId} AND e.id >= range.value ->> 'from'
      AND e.id < range.value ->> 'to' AND e.intent_id = ${id} AND e.sequence = 1
    UNION ALL
    SELECT ${columns} FROM events e INDEXED BY events_by_intent
    WHERE e.intent_id = ${id} AND e.sequence > 1 AND e.merchant_id = ${merchantId}
    ORDER BY sequence`);
}
