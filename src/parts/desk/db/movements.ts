import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  lt,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { insertIfChanged, type NewAuditEntry, withAuditEntry } from "#core/db/audit/audit-trail.ts";
import type { Database } from "#core/db/client.ts";
import { insertIf } from "#core/db/insert-if.ts";
import type { Cursor, RowPosition } from "#core/domain/cursor.ts";
import type { Venue } from "#core/domain/wallet/wallet-history.ts";
import { numberOf } from "#core/lib/numbers.ts";
import type { LimitsToday, Movement, MovementChange } from "../domain/movement.ts";
import { IS_ALERT_DUE, IS_UNDER_WAY, movements } from "./schema/movements.ts";

/** What else must hold when a movement is stored: statements that run before it in its transaction, and a condition. */
export interface MovementGuard {
  before?: readonly BatchItem<"sqlite">[];
  isAllowed: SQL;
}

/**
 * Takes a transaction, so that movements at the same time cannot exceed the day's limit together. Returns null when there is one
 * under its key, when a limit would be exceeded, or when the guard's condition does not hold.
 */
export async function insertMovement(
  db: Database,
  movement: Movement,
  limits: LimitsToday,
  entry: NewAuditEntry | null,
  guard: Partial<MovementGuard> | null,
): Promise<Movement | null> {
  const isWithinLimits = sql`${movement.amountMinor} <= ${limits.transactionMaxMinor}
    AND ${movement.amountMinor} + (${daySum(movement, limits.dayFrom)}) <= ${limits.dayMaxMinor}`;
  const insert = insertIf(db, movements, movement, and(isWithinLimits, guard?.isAllowed) ?? isWithinLimits)
    .onConflictDoNothing()
    .returning();
  const before = guard?.before ?? [];
  const [first = insert, ...others] = [...before, insert, ...insertIfChanged(db, entry)];
  const results: unknown[] = await db.batch([first, ...others]);
  const rows = results[before.length] as Movement[];
  return rows[0] ?? null;
}

/** Belongs in a batch: what awaits approval and is meant cannot be approved any more. */
export function endApproval(db: Database, isMeant: SQL | undefined, now: number) {
  const { status, expiresAt } = movements;
  return db
    .update(movements)
    .set({ expiresAt: sql`min(${expiresAt}, ${now})` })
    .where(and(IS_UNDER_WAY, eq(status, "awaiting_approval"), isMeant));
}

type Counted = Pick<Movement, "deskId" | "kind" | "currency" | "createdAt">;

/**
 * What counts towards the day's limit of a desk, or of all administrators, when this one is created. What was not approved
 * in time does not, whether that is recorded or not, nor does a correction: it is within its top-up.
 */
function daySum({ deskId, kind, currency, createdAt }: Counted, dayFrom: number): SQL {
  return sql`SELECT coalesce(sum(amount_minor), 0) FROM movements INDEXED BY movements_by_desk
    WHERE desk_id IS ${deskId} AND kind = ${kind} AND currency = ${currency} AND created_at >= ${dayFrom}
      AND corrects_id IS NULL
      AND (status IN ('processing', 'completed') OR (status = 'awaiting_approval' AND expires_at > ${createdAt}))`;
}

export async function readDaySum(db: Database, counted: Counted, dayFrom: number): Promise<number> {
  const row = await db.get<{ sum: number }>(sql`SELECT (${daySum(counted, dayFrom)}) AS sum`);
  return row.sum;
}

export async function findMovement(db: Database, id: string): Promise<Movement | null> {
  return (await db.select().from(movements).where(eq(movements.id, id)).get()) ?? null;
}

/** Finds them by id. In one statement, however many there are. */
export async function findMovements(db: Database, ids: readonly string[]): Promise<Map<string, Movement>> {
  const isNamed = inArray(movements.id, sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`);
  const rows = await db.select().from(movements).where(isNamed);
  return new Map(rows.map((row) => [row.id, row]));
}

export async function findMovementByKey(
  db: Database,
  madeBy: string,
  idempotencyKey: string,
): Promise<Movement | null> {
  const isIt = and(eq(movements.madeBy, madeBy), eq(movements.idempotencyKey, idempotencyKey));
  return (await db.select().from(movements).where(isIt).get()) ?? null;
}

/** Returns null when the movement is no longer in this state, or its deadline has been brought forward. */
export async function changeMovement(
  db: Database,
  { id, status, expiresAt }: Movement,
  change: MovementChange,
  entry: NewAuditEntry | null,
): Promise<Movement | null> {
  const update = db
    .update(movements)
    .set(change)
    .where(
      and(eq(movements.id, id), eq(movements.status, status), sql`${movements.expiresAt} IS ${expiresAt}`),
    )
    .returning();
  return await withAuditEntry(db, update, entry);
}

/** Whether another movement of the account has this transaction. */
export async function isMovedElsewhere(
  db: Database,
  { id, accountId }: Movement,
  transactionId: string,
): Promise<boolean> {
  const { ledgerTransactionId } = movements;
  const isOther = and(eq(movements.accountId, accountId), ne(movements.id, id));
  const found = await db
    .select({ id: movements.id })
    .from(movements)
    .where(and(isOther, eq(ledgerTransactionId, transactionId)))
    .limit(1);
  return found.length > 0;
}

export interface DecidedMovement {
  movement: Movement;
  change: MovementChange;
}

/** Each as `changeMovement`, in one statement. Returns the ids of those that were changed. */
export async function changeMovements(
  db: Database,
  decided: readonly DecidedMovement[],
): Promise<Set<string>> {
  const values = decided.map(({ movement: { id, status, expiresAt }, change }) => ({
    ...change,
    id,
    was: status,
    expiresAt,
  }));
  const of = (name: keyof (typeof values)[number]) => sql.raw(`json_extract(value, '$.${name}')`);
  const rows = await db.all<{ id: string }>(sql`
    UPDATE movements SET
      status = coalesce(${of("status")}, movements.status),
      decline_reason = ${of("declineReason")},
      transaction_id = ${of("ledgerTransactionId")},
      completed_at = ${of("completedAt")},
      ending_since = coalesce(${of("endingSince")}, ending_since)
    FROM json_each(${JSON.stringify(values)})
    WHERE movements.id = ${of("id")} AND movements.status = ${of("was")} AND movements.expires_at IS ${of("expiresAt")}
    RETURNING movements.id`);
  return new Set(rows.map(({ id }) => id));
}

/** Lists those of an account, the oldest first. */
export async function listMovementsAfter(
  db: Database,
  ofAccount: string,
  { at, id }: RowPosition,
  limit: number,
): Promise<Movement[]> {
  const { accountId, createdAt, id: rowId } = movements;
  return await db
    .select()
    .from(movements)
    .where(and(eq(accountId, ofAccount), sql`(${createdAt}, ${rowId}) > (${at}, ${id})`))
    .orderBy(asc(createdAt), asc(rowId))
    .limit(limit);
}

const ofCorrected = (column: "created_at" | "amount_minor") =>
  sql<number | null>`(SELECT ${sql.raw(column)} FROM movements t WHERE t.id = movements.corrects_id)`;

/** What a customer is told of a movement besides itself: null for an administrator's, and for what corrects nothing. */
const ORIGIN = {
  deskName: sql<string | null>`(SELECT name FROM desks WHERE desks.id = movements.desk_id)`,
  correctedAt: ofCorrected("created_at"),
  correctedMinor: ofCorrected("amount_minor"),
};

export type Origin = Record<"deskName", string | null> &
  Record<"correctedAt" | "correctedMinor", number | null>;

export async function findOrigin(db: Database, movementId: string): Promise<Origin | null> {
  return (await db.select(ORIGIN).from(movements).where(eq(movements.id, movementId)).get()) ?? null;
}

/** Lists them by transaction, whether or not the ledger returns its metadata. Reads the account's movements, which are few. */
export async function listVenues(
  db: Database,
  accountId: string,
  transactionIds: readonly string[],
): Promise<Map<string, Venue>> {
  if (transactionIds.length === 0) return new Map();
  type Row = Cursor & { transactionId: string; name: string | null; topUpId: string | null; topUpAt: number };
  const rows = await db.all<Row>(sql`
    SELECT m.transaction_id AS "transactionId", m.id, m.created_at AS "createdAt", d.name,
      t.id AS "topUpId", t.created_at AS "topUpAt"
    FROM movements m INDEXED BY movements_by_account
    LEFT JOIN desks d ON d.id = m.desk_id LEFT JOIN movements t ON t.id = m.corrects_id
    WHERE m.account_id = ${accountId}
      AND m.transaction_id IN (SELECT value FROM json_each(${JSON.stringify(transactionIds)}))`);
  return new Map(
    rows.map(({ transactionId, name, topUpId, topUpAt, ...born }) => {
      const corrects = topUpId === null ? null : numberOf({ id: topUpId, createdAt: topUpAt });
      return [transactionId, { name, number: numberOf(born), corrects }];
    }),
  );
}

/** Pay-outs that an account can still approve, and what has no result yet, newest first, with the desk's name. */
export async function listUnderWayOf(
  db: Database,
  accountId: string,
  now: number,
): Promise<(Movement & Origin)[]> {
  const { status, expiresAt, createdAt, id } = movements;
  const isOpen = or(eq(status, "processing"), and(eq(status, "awaiting_approval"), gt(expiresAt, now)));
  return await db
    .select({ ...getTableColumns(movements), ...ORIGIN })
    .from(movements)
    // It searches the few that are under way, not all that the account has had: the plus keeps its index away.
    .where(and(IS_UNDER_WAY, sql`+${movements.accountId} = ${accountId}`, isOpen))
    .orderBy(desc(createdAt), desc(id));
}

export type Unfinished = "processing" | "awaiting_approval";

/** Created before then and still without a result, or not approved until then; the oldest first, from a position on. */
export async function listUnfinished(
  db: Database,
  before: number,
  after: Cursor,
  limit: number,
  only?: Unfinished,
): Promise<Movement[]> {
  const { status, createdAt, expiresAt, id } = movements;
  const isUnfinished = {
    processing: and(eq(status, "processing"), lt(createdAt, before)),
    awaiting_approval: and(eq(status, "awaiting_approval"), lte(expiresAt, before)),
  };
  const isMeant =
    only === undefined ? or(isUnfinished.processing, isUnfinished.awaiting_approval) : isUnfinished[only];
  return await db
    .select()
    .from(movements)
    .where(and(IS_UNDER_WAY, isMeant, sql`(${createdAt}, ${id}) > (${after.createdAt}, ${after.id})`))
    .orderBy(asc(createdAt), asc(id))
    .limit(limit);
}

/** Operators have yet to be told of these. */
export async function listAlertsDue(db: Database, limit: number): Promise<Movement[]> {
  return await db.select().from(movements).where(IS_ALERT_DUE).orderBy(asc(movements.id)).limit(limit);
}

export async function noteAlerted(db: Database, id: string): Promise<void> {
  await db.update(movements).set({ isAlertDue: false }).where(eq(movements.id, id));
}
