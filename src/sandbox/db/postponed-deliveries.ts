import { and, eq, lte, or } from "drizzle-orm";
import type { Shard } from "#core/db/client.ts";
import { events } from "#core/db/schema/webhooks.ts";
import { whereEvent } from "#core/db/webhooks/deliveries.ts";
import type { DeliveryMessage } from "#core/webhooks/message.ts";

/** Clocks differ by less. */
const EARLY_MS_MAX = 1_000;

/** Returns false when it is not due by this message, or has ended. */
export async function postponeDelivery(
  db: Shard,
  { merchantId, eventId, firstDueAt = 0, dueAt: sentFor = firstDueAt }: DeliveryMessage,
  { now, dueAt }: { now: number; dueAt: number },
): Promise<boolean> {
  const { nextAttemptAt } = events;
  const isDue = or(lte(nextAttemptAt, now + EARLY_MS_MAX), eq(nextAttemptAt, sentFor));
  const postponed = await db
    .update(events)
    .set({ nextAttemptAt: dueAt })
    .where(and(whereEvent({ merchantId, eventId }), isDue))
    .returning({ id: events.id });
  return postponed.length > 0;
}
