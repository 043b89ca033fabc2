// Intents of a period with what else D1 has about them, for reconciliation. D1 has no index over all merchants by time,
// because each payment would have to pay for it: intents are read merchant by merchant.
import { type SQL, sql } from "drizzle-orm";
import type { Shard } from "#core/db/client.ts";
import { hasEndpoint, isForCallback } from "#core/db/webhooks/event-endpoint.ts";
import { uuidSinceSql } from "#core/db/webhooks/time-ordered-id.ts";
import type { FinalStatus } from "#core/domain/payment-intents/payment-intent.ts";
import type { CheckPosition } from "#core/domain/reconciliation/reconciliation.ts";
import type { ComparedIntent } from "../domain/recorded-transfer.ts";

/** How many merchants one query looks at: each costs a row, even without intents in the period. */
const MERCHANTS_MAX = 500;
/** An event's id is made right after the change that it is about. */
const EVENT_ID_DELAY_MS = 2_000;

export interface IntentRange {
  /** The range of `created_at`; `to` is exclusive. */
  from: number;
  to: number;
  /** The last intent that was read: (created_at, merchant, id). */
  after: CheckPosition;
}

export interface IntentPage<Row> {
  intents: Row[];
  /** Where the next page begins; null at the end. */
  next: CheckPosition | null;
}

const COMPARED = sql`i.id, i.merchant_id AS "merchantId", i.created_at AS "createdAt", i.updated_at AS "updatedAt",
  i.completed_at AS "completedAt", i.status, i.completed_by AS "completedBy", i.amount_minor AS "amountMinor",
  i.currency, i.refund_status AS "refundStatus", i.refund_ledger_tx_id AS "refundLedgerTxId",
  i.payment_ledger_tx_id AS "paymentLedgerTxId"`;

/** Which intents, and the index in which they are in order. */
const PART = {
  completed: sql`payment_intents i INDEXED BY payment_intents_list ON i.status = 'completed'`,
  cancelled: sql`payment_intents i INDEXED BY payment_intents_list ON i.status = 'cancelled'`,
  expired: sql`payment_intents i INDEXED BY payment_intents_list ON i.status = 'expired'`,
  refunded: sql`payment_intents i INDEXED BY payment_intents_by_refund ON i.refund_status = 'completed'`,
};

export async function listComparedIntents(
  db: Shard,
  part: "completed" | "refunded",
  range: IntentRange,
  limit: number,
): Promise<IntentPage<ComparedIntent>> {
  const intents = await db.all<ComparedIntent>(
    sql`SELECT ${COMPARED} FROM merchants m ${intentsIn(part, range)} LIMIT ${limit}`,
  );
  return { intents, next: await nextPosition(db, range, intents, limit) };
}

export async function findComparedIntents(
  db: Shard,
  ids: readonly string[],
): Promise<Map<string, ComparedIntent>> {
  const intents = await db.all<ComparedIntent>(sql`
    SELECT ${COMPARED} FROM payment_intents i WHERE i.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
  return new Map(intents.map((intent) => [intent.id, intent]));
}

export interface RecordedTransaction {
  transactionId: string;
  intentIds: string[];
  since: number;
}

type StoredTransaction = Omit<RecordedTransaction, "intentIds"> & { intentIds: string };

export interface TransactionRange {
  /** When the intents were created; `to` is exclusive. */
  from: number;
  to: number;
  /** The last transaction that was read. */
  after: string;
}

/**
 * Transactions of the merchant that more than one intent has, where all of them are at home: of those created in the period,
 * and of those for which an administrator has claimed one of theirs. Reads each of the period's payments and refunds, for lack
 * of an index.
 */
export async function listSharedTransactions(
  home: Shard,
  merchantId: string,
  range: TransactionRange,
  limit: number,
): Promise<RecordedTransaction[]> {
  const rows = await home.all<StoredTransaction>(sql`
    WITH recorded AS MATERIALIZED (${recordedIn(merchantId, range)}), known AS (
      SELECT * FROM recorded
      UNION ALL
      SELECT c.transaction_id, c.intent_id, i.updated_at
      FROM recorded r CROSS JOIN claimed_transactions c ON c.transaction_id = r.transaction_id
      CROSS JOIN payment_intents i ON i.id = c.intent_id
        AND c.transaction_id IN (i.payment_ledger_tx_id, i.refund_ledger_tx_id)
    )
    SELECT transaction_id AS "transactionId", json_group_array(DISTINCT intent_id) AS "intentIds", max(at) AS since
    FROM known WHERE transaction_id > ${range.after}
    GROUP BY transaction_id HAVING count(DISTINCT intent_id) > 1 ORDER BY transaction_id LIMIT ${limit}`);
  return rows.map(readTransaction);
}

/** Lists in order those of the merchant's payments and refunds here that were created in the period, shared or not. */
export async function listTransactions(
  db: Shard,
  merchantId: string,
  range: TransactionRange,
  limit: number,
): Promise<RecordedTransaction[]> {
  const rows = await db.all<StoredTransaction>(sql`
    SELECT transaction_id AS "transactionId", json_group_array(DISTINCT intent_id) AS "intentIds", max(at) AS since
    FROM (${recordedIn(merchantId, range)}) WHERE transaction_id > ${range.after}
    GROUP BY transaction_id ORDER BY transaction_id LIMIT ${limit}`);
  return rows.map(readTransaction);
}

function recordedIn(merchantId: string, { from, to }: TransactionRange): SQL {
  const isInPeriod = sql`merchant_id = ${merchantId} AND created_at >= ${from} AND created_at < ${to}`;
  return sql`
    SELECT payment_ledger_tx_id AS transaction_id, id AS intent_id, coalesce(completed_at, updated_at) AS at
    FROM payment_intents INDEXED BY payment_intents_list WHERE ${isInPeriod} AND status = 'completed'
    UNION ALL
    SELECT refund_ledger_tx_id, id, updated_at
    FROM payment_intents INDEXED BY payment_intents_by_refund WHERE ${isInPeriod} AND refund_status = 'completed'`;
}

function readTransaction({ intentIds, ...row }: StoredTransaction): RecordedTransaction {
  return { ...row, intentIds: JSON.parse(intentIds) };
}

/** An intent whose status is final, and the events that must exist about it. */
export interface IntentEvents {
  id: string;
  merchantId: string;
  createdAt: number;
  updatedAt: number;
  /** The type of the event about the status. */
  ending: string;
  endedAt: number | null;
  endingEvent: string | null;
  isRefunded: number;
  refundEvent: string | null;
}

/** The event's row as JSON: a FoundEvent. */
export interface FoundEvent {
  id: string;
  createdAt: number;
  /** 1 when a webhook should have been planned or sent, and is neither. */
  lacksDelivery: number;
}

const ENDING = sql`CASE i.status WHEN 'completed' THEN 'payment.completed' WHEN 'cancelled' THEN 'payment.cancelled'
  WHEN 'expired' THEN 'payment.expired' END`;
const ENDED_AT = sql`CASE i.status WHEN 'completed' THEN i.completed_at WHEN 'cancelled' THEN i.cancelled_at
  WHEN 'expired' THEN i.updated_at END`;

/**
 * An event without a webhook is a fault only if an endpoint was subscribed at the time. That is certain for what a callback_url
 * takes, which never changes, and otherwise where the settings have not changed since.
 */
function lacksDelivery(): SQL {
  const isUnchanged = sql`((${isForCallback(sql`e.type`)})
    OR (m.updated_at < e.created_at AND (c.id IS NULL OR c.updated_at < e.created_at)))`;
  return sql`CASE e.delivery_status
    WHEN 'none' THEN ${hasEndpoint(sql`e.type`)} AND ${isUnchanged} AND e.payload <> ''
    WHEN 'pending' THEN e.next_attempt_at IS NULL AND e.parked_url IS NULL
    ELSE 0 END`;
}

/** Found by its time, because events have no index by intent. */
function eventOf(type: SQL, at: SQL): SQL {
  return sql`(SELECT json_object('id', e.id, 'createdAt', e.created_at, 'lacksDelivery', ${lacksDelivery()})
    FROM events e WHERE e.merchant_id = i.merchant_id AND e.id >= ${uuidSinceSql(at)}
      AND e.id < ${uuidSinceSql(sql`${at} + ${EVENT_ID_DELAY_MS}`)} AND e.intent_id = i.id AND e.type = ${type} LIMIT 1)`;
}

export async function listIntentEvents(
  db: Shard,
  status: FinalStatus,
  range: IntentRange,
  limit: number,
): Promise<IntentPage<IntentEvents>> {
  const intents = await db.all<IntentEvents>(sql`
    SELECT i.id, i.merchant_id AS "merchantId", i.created_at AS "createdAt", i.updated_at AS "updatedAt",
           ${ENDING} AS ending, ${ENDED_AT} AS "endedAt", ${eventOf(ENDING, ENDED_AT)} AS "endingEvent",
           i.refund_status IS 'completed' AS "isRefunded",
           iif(i.refund_status = 'completed', ${eventOf(sql`'refund.completed'`, sql`i.updated_at`)}, NULL) AS "refundEvent"
    FROM merchants m ${intentsIn(status, range, sql`LEFT JOIN counters c ON c.merchant_id = i.merchant_id AND c.id = i.counter_id`)}
    LIMIT ${limit}`);
  return { intents, next: await nextPosition(db, range, intents, limit) };
}

/** Continues `FROM merchants m`: these intents `i` of the range, in the order of their index. */
function intentsIn(part: keyof typeof PART, { from, to, after }: IntentRange, joined = sql``): SQL {
  // The first merchant continues in the middle; `max` lets the index skip what was read.
  const since = sql`iif(m.id = ${after.key}, max(${from}, ${after.at}), ${from})`;
  return sql`
    CROSS JOIN ${PART[part]} AND i.merchant_id = m.id AND i.created_at >= ${since} AND i.created_at < ${to}
    ${joined}
    WHERE m.id >= ${after.key} AND m.id < coalesce(${merchantAfter(after)}, '~')
      AND (m.id > ${after.key} OR (i.created_at, i.id) > (${after.at}, ${after.id}))
    ORDER BY m.id, i.created_at, i.id`;
}

function merchantAfter({ key }: CheckPosition): SQL {
  return sql`(SELECT id FROM merchants WHERE id >= ${key} ORDER BY id LIMIT 1 OFFSET ${MERCHANTS_MAX})`;
}

async function nextPosition(
  db: Shard,
  { after }: IntentRange,
  intents: readonly { id: string; merchantId: string; createdAt: number }[],
  limit: number,
): Promise<CheckPosition | null> {
  const last = intents.at(-1);
  if (last !== undefined && intents.length === limit) {
    return { at: last.createdAt, key: last.merchantId, id: last.id };
  }
  const row = await db.get<{ id: string | null } | undefined>(sql`SELECT ${merchantAfter(after)} AS id`);
  return row?.id ? { at: 0, key: row.id, id: "" } : null;
}
