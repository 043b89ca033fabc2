// Reads what is stored about a merchant page by page, each in the order of an index. Never a secret, nor a digest of one.
import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Database, Shard } from "#core/db/client.ts";
import { auditEntries } from "#core/db/schema/audit.ts";
import { counters } from "#core/db/schema/counters.ts";
import { disabledUsers } from "#core/db/schema/merchants.ts";
import { paymentIntents } from "#core/db/schema/payment-intents.ts";
import { sessions } from "#core/db/schema/sessions.ts";
import { events } from "#core/db/schema/webhooks.ts";
import { readLog } from "#core/db/webhooks/delivery-log.ts";
import { readBody, STORED_BODY, type StoredBody } from "#core/db/webhooks/stored-body.ts";
import type { RowPosition } from "#core/domain/cursor.ts";
import type { HistoryEvent } from "#core/domain/payment-intents/events.ts";
import type { IntentStatus, PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import type { LoggedAttempt } from "#core/domain/webhooks/delivery.ts";

export type CounterRow = typeof counters.$inferSelect;

const DISABLED_USER = {
  user_id: disabledUsers.userId,
  reason: disabledUsers.reason,
  disabled_at: disabledUsers.disabledAt,
  enabled_at: disabledUsers.enabledAt,
};
const SESSION = {
  id: sessions.id,
  kind: sessions.kind,
  counter_id: sessions.counterId,
  user_id: sessions.subject,
  label: sessions.label,
  created_at: sessions.createdAt,
  last_used_at: sessions.lastUsedAt,
  expires_at: sessions.expiresAt,
};
/** A merchant has few of these rows. Their fields have the names of the export. */
export async function listDisabledUserRows(db: Database, merchantId: string) {
  return await db.select(DISABLED_USER).from(disabledUsers).where(eq(disabledUsers.merchantId, merchantId));
}

export async function listSessionRows(db: Shard, merchantId: string) {
  return await db.select(SESSION).from(sessions).where(eq(sessions.merchantId, merchantId));
}

export const listCountersAfter = listAfter(counters);
/** Lists the oldest first. */
export const listAuditEntriesAfter = listAfter(auditEntries);

/** Lists them in the order of their ids. */
function listAfter<T extends typeof counters | typeof auditEntries>(table: T) {
  return async (db: Shard, merchantId: string, { id }: RowPosition, limit: number) => {
    const rows = await db
      .select()
      .from<typeof counters | typeof auditEntries>(table)
      .where(and(eq(table.merchantId, merchantId), gt(table.id, id)))
      .orderBy(asc(table.id))
      .limit(limit);
    return rows as T["$inferSelect"][];
  };
}

export async function listIntentsAfter(
  db: Shard,
  merchantId: string,
  status: IntentStatus,
  { at, id }: RowPosition,
  limit: number,
): Promise<PaymentIntent[]> {
  const columns = paymentIntents;
  return await db
    .select()
    .from(paymentIntents)
    .where(
      and(
        eq(columns.merchantId, merchantId),
        eq(columns.status, status),
        sql`(${columns.createdAt}, ${columns.id}) > (${at}, ${id})`,
      ),
    )
    .orderBy(asc(columns.createdAt), asc(columns.id))
    .limit(limit);
}

export interface ExportedEvent extends HistoryEvent {
  intentId: string;
  delivery: ExportedDelivery;
}

export interface ExportedDelivery {
  status: string;
  attempts: number;
  nextAttemptAt: number | null;
  lastResponseStatus: number | null;
  lastError: string | null;
  endedAt: number | null;
  log: LoggedAttempt[];
  /** It is null once the clean-up has deleted it. */
  payload: string | null;
}

type EventRow = HistoryEvent &
  Omit<ExportedDelivery, "log" | "payload"> &
  StoredBody & { log: string | null };

export async function listEventsAfter(
  db: Shard,
  merchantId: string,
  { id }: RowPosition,
  limit: number,
): Promise<ExportedEvent[]> {
  const rows = await db.all<EventRow>(sql`
    SELECT e.id, e.type, e.sequence, e.created_at AS "occurredAt", e.request_id AS "requestId", ${STORED_BODY},
      e.delivery_status AS status, e.attempts, e.next_attempt_at AS "nextAttemptAt",
      e.last_response_status AS "lastResponseStatus", e.last_error AS "lastError", e.ended_at AS "endedAt",
      e.attempt_log AS log
    FROM ${events} e WHERE e.merchant_id = ${merchantId} AND e.id > ${id} ORDER BY e.id LIMIT ${limit}`);
  return rows.map((row) => ({
    ...row,
    delivery: { ...row, log: readLog(row.log), payload: row.body === "" ? null : readBody(row) },
  }));
}
