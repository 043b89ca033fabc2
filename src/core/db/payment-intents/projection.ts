// What a PaymentIntentObject writes to D1: its intent, guarded by version, and the intent's new events.
import { and, eq, lt, sql } from "drizzle-orm";
import { insertAuditEntry, type NewAuditEntry, newAuditEntry } from "#core/db/audit/audit-trail.ts";
import type { Shard } from "#core/db/client.ts";
import {
  excluded,
  excludedColumns,
  placeholdersFor,
  prepareOnce,
  withValues,
} from "#core/db/prepared-statements.ts";
import { paymentIntents } from "#core/db/schema/payment-intents.ts";
import { insertEvent, type NewEvent } from "#core/db/webhooks/events.ts";
import { type PaymentIntent, STATE_FIELDS } from "#core/domain/payment-intents/payment-intent.ts";
import type { DeliveryId } from "#core/domain/webhooks/delivery.ts";
import { memoizeWeak } from "#core/lib/cache.ts";

/** An event whose webhook is to be delivered. */
export interface FirstDelivery extends DeliveryId {
  firstDueAt: number;
}

/**
 * One batch, safe to repeat: a late write does not replace a newer version, and an event is stored once, as is the entry
 * of a refund in the audit trail.
 * Returns the events whose webhook is still to be delivered.
 */
export async function projectIntent(
  db: Shard,
  intent: PaymentIntent,
  outbox: readonly NewEvent[],
  now: number,
): Promise<FirstDelivery[]> {
  const oldestAt = outbox[0]?.occurredAt ?? now;
  const refunds = outbox.filter(({ type }) => type === "refund.pending");
  const entries = await Promise.all(refunds.map((event) => refundEntry(event, intent)));
  const upsert = withValues(upsertIntent(db), intent);
  const update = outbox.length > 0 ? changeRefund : keepRefund;
  const ofRow =
    intent.refundStatus === null ? ([upsert] as const) : ([withValues(update(db), intent), upsert] as const);
  const results = await db.batch([
    ...ofRow,
    ...outbox.map((event, index) => insertEvent(db, intent, event, { sentAt: now, oldestAt, index })),
    ...entries.map((entry) => insertAuditEntry(db, entry)),
  ]);
  return results.flat().filter((row): row is FirstDelivery => "firstDueAt" in row && row.firstDueAt !== null);
}

/** The entry of a requested refund in the audit trail: with the event's id, and made once, so that it is stored once. */
export const refundEntry = memoizeWeak(
  (
    { id, occurredAt: at, actor, client = actor, requestId, origin, reason }: NewEvent,
    { id: targetId, merchantId }: PaymentIntent,
  ): Promise<NewAuditEntry> => {
    const requester = { client, requestId, ...(origin === undefined ? {} : { origin }) };
    const refund = { action: "refund.requested", merchantId, targetId, details: reason ?? null } as const;
    return newAuditEntry(refund, requester, { id, at });
  },
);

/** Inserts a row that is missing, as after a restore of the database; the object has all of it. */
const upsertIntent = prepareOnce((db) =>
  db
    .insert(paymentIntents)
    .values(placeholdersFor(paymentIntents))
    .onConflictDoUpdate({
      target: paymentIntents.id,
      set: excludedColumns(paymentIntents, STATE_FIELDS),
      setWhere: lt(paymentIntents.version, excluded("version")),
    })
    .prepare(),
);

/**
 * Writes a refund's changes before the upsert, which then finds nothing to do: SQLite writes an entry of each index whose column
 * is assigned, even the same value. So these columns are compared instead, and what D1 has otherwise is left to the upsert.
 */
const updateKeeping = (kept: readonly ("status" | "refundStatus")[]) =>
  prepareOnce((db) => {
    const given = placeholdersFor(paymentIntents);
    const assigned = STATE_FIELDS.filter((field) => !kept.some((each) => each === field));
    return db
      .update(paymentIntents)
      .set(Object.fromEntries(assigned.map((field) => [field, given[field]])))
      .where(
        and(
          eq(paymentIntents.id, given.id),
          lt(paymentIntents.version, given.version),
          ...kept.map((field) => eq(paymentIntents[field], given[field])),
        ),
      )
      .prepare();
  });

/** A payment that is refunded stays completed. */
const changeRefund = updateKeeping(["status"]);
/** Only what the ledger has responded meanwhile changes, which is no event. */
const keepRefund = updateKeeping(["status", "refundStatus"]);

/** What D1 has of an intent: its version, how many of these events, and rows of unfinished work. Null when D1 has none of it. */
export async function findProjection(
  db: Shard,
  { id, merchantId }: PaymentIntent,
  eventIds: readonly string[],
): Promise<{ version: number; events: number; unfinished: number } | null> {
  const events = sql<number>`(SELECT count(*) FROM events
    WHERE merchant_id = ${merchantId} AND id IN (SELECT value FROM json_each(${JSON.stringify(eventIds)})))`;
  const unfinished = sql<number>`(SELECT count(*) FROM unfinished_work WHERE intent_id = ${id})`;
  const { version } = paymentIntents;
  const row = await db
    .select({ version, events, unfinished })
    .from(paymentIntents)
    .where(eq(paymentIntents.id, id))
    .get();
  return row ?? null;
}
