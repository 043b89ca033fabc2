// Events for the message bus, which the shard of their intent keeps as due until the queue has them.
import { and, eq, sql } from "drizzle-orm";
import type { Shard } from "#core/db/client.ts";
import { prepareOnce } from "#core/db/prepared-statements.ts";
import { paymentIntents } from "#core/db/schema/payment-intents.ts";
import { events, IS_BUS_DUE } from "#core/db/schema/webhooks.ts";
import { whereEvent } from "#core/db/webhooks/deliveries.ts";
import type { PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";

export interface UnsentBusEvent {
  eventId: string;
  type: string;
  occurredAt: number;
  intent: PaymentIntent;
}

export async function markBusEventSent(db: Shard, merchantId: string, eventId: string): Promise<void> {
  await db.update(events).set({ busDueAt: null }).where(whereEvent({ merchantId, eventId }));
}

/** The queue has refused what these events tell wallets: the sweep sends it. */
export async function markBusEventsDue(
  db: Shard,
  merchantId: string,
  eventIds: readonly string[],
  now: number,
): Promise<void> {
  await db
    .update(events)
    .set({ busDueAt: now })
    .where(
      and(
        eq(events.merchantId, merchantId),
        sql`${events.id} IN (SELECT value FROM json_each(${JSON.stringify(eventIds)}))`,
      ),
    );
}

const selectUnsent = prepareOnce((db) =>
  db
    .select({
      eventId: events.id,
      type: events.type,
      occurredAt: events.createdAt,
      busDueAt: sql<number>`${events.busDueAt}`,
      intent: paymentIntents,
    })
    .from(events)
    .innerJoin(paymentIntents, eq(paymentIntents.id, events.intentId))
    .where(
      and(
        IS_BUS_DUE,
        sql`bus_due_at <= ${sql.placeholder("overdueSince")}`,
        sql`(bus_due_at, events.id) > (${sql.placeholder("busDueAt")}, ${sql.placeholder("eventId")})`,
      ),
    )
    .orderBy(events.busDueAt, events.id)
    .limit(sql.placeholder("limit"))
    .prepare(),
);

/** Due at or before `overdueSince`, oldest first, after the cursor. */
export async function listUnsentBusEvents(
  db: Shard,
  overdueSince: number,
  after: { busDueAt: number; eventId: string },
  limit: number,
): Promise<(UnsentBusEvent & { busDueAt: number })[]> {
  return await selectUnsent(db).all({ ...after, overdueSince, limit });
}
