import { and, desc, eq, getTableColumns, isNotNull, lte, ne, type SQL, sql } from "drizzle-orm";
import { type NewAuditEntry, withAuditEntry } from "#core/db/audit/audit-trail.ts";
import type { Database } from "#core/db/client.ts";
import { insertIf } from "#core/db/insert-if.ts";
import { whereAfter } from "#core/db/paging.ts";
import type { Cursor } from "#core/domain/cursor.ts";
import { DAY_MS } from "#core/domain/sessions/session.ts";
import type { Shift, StoredShift } from "../domain/shift.ts";
import { deskShifts, desks, IS_OPEN_SHIFT } from "./schema/desks.ts";
import { IS_UNDER_WAY } from "./schema/movements.ts";

/** Where the shift before ended. What was under way then counts from there on, also what ends between the two. */
const COUNTED_FROM = sql`coalesce((SELECT p.closed_at FROM desk_shifts p WHERE p.desk_id = desk_shifts.desk_id
  AND p.opened_at < desk_shifts.opened_at ORDER BY p.opened_at DESC LIMIT 1), desk_shifts.opened_at)`;

/** What was begun and ended between two shifts, by a desk that had no clerks then, is in the cash that was counted first. */
function isOfShift(of: "m" | "t"): SQL {
  const [createdAt, completedAt] = [sql.raw(`${of}.created_at`), sql.raw(`${of}.completed_at`)];
  return sql`${completedAt} >= ${COUNTED_FROM}
    AND (${completedAt} >= desk_shifts.opened_at OR ${createdAt} < ${COUNTED_FROM})
    AND (desk_shifts.closed_at IS NULL OR ${completedAt} < desk_shifts.closed_at)`;
}

/**
 * What was asked for up to a day before counts as well. No cash is handed out for a correction: it says that less was taken than the
 * top-up says, and so counts only with it, in the same shift.
 */
function completed(isMeant: SQL): SQL<number> {
  return sql`(SELECT coalesce(sum(m.amount_minor), 0) FROM movements m INDEXED BY movements_by_desk
    WHERE m.desk_id = desk_shifts.desk_id AND m.created_at >= ${COUNTED_FROM} - ${DAY_MS}
      AND m.created_at < coalesce(desk_shifts.closed_at, ${Number.MAX_SAFE_INTEGER}) + ${DAY_MS}
      AND ${isMeant} AND m.status = 'completed' AND ${isOfShift("m")}
      AND (m.corrects_id IS NULL
        OR EXISTS (SELECT 1 FROM movements t WHERE t.id = m.corrects_id AND ${isOfShift("t")})))`;
}

/** After all that is counted, whatever another machine's clock has said: nothing counts twice. */
function closedAfterAll(now: number): SQL<number> {
  return sql`max(${now}, coalesce((SELECT max(m.completed_at) + 1 FROM movements m INDEXED BY movements_by_desk
    WHERE m.desk_id = desk_shifts.desk_id AND m.created_at >= desk_shifts.opened_at - ${DAY_MS}
      AND m.status = 'completed'), 0))`;
}

const TOPPED_UP = completed(sql`m.kind = 'top_up'`);
const PAID_OUT = completed(sql`m.kind = 'pay_out'`);

const SHIFT = {
  ...getTableColumns(deskShifts),
  topUpsMinor: sql<number>`coalesce(${deskShifts.topUpsMinor}, ${TOPPED_UP})`,
  payOutsMinor: sql<number>`coalesce(${deskShifts.payOutsMinor}, ${PAID_OUT})`,
  correctedMinor: completed(sql`m.corrects_id IS NOT NULL`),
};

/**
 * Returns null when the desk is not active, has no such clerk or an open shift, or the shift is there already. With a shift, a
 * new day of the limits begins where the desk's zone was changed.
 */
export async function insertShift(
  db: Database,
  shift: StoredShift,
  entry: NewAuditEntry | null,
): Promise<StoredShift | null> {
  const { id, deskId, clerk, openedAt } = shift;
  const isAllowed = sql`EXISTS (SELECT 1 FROM desks, json_each(desks.clerks) AS c
      WHERE desks.id = ${deskId} AND desks.status = 'active' AND c.value = ${clerk})
    AND NOT EXISTS (SELECT 1 FROM desk_shifts WHERE desk_id = ${deskId} AND closed_at IS NULL)`;
  const insert = insertIf(db, deskShifts, shift, isAllowed).onConflictDoNothing().returning();
  const hasBegun = sql`EXISTS (SELECT 1 FROM desk_shifts s WHERE s.id = ${id} AND s.opened_at = ${openedAt})`;
  const endRolling = db
    .update(desks)
    .set({ limitsRollUntil: null })
    .where(and(eq(desks.id, deskId), isNotNull(desks.limitsRollUntil), hasBegun));
  return await withAuditEntry(db, insert, entry, endRolling);
}

/**
 * Its sums are kept as they are now. Returns null when it is closed already, or unknown at this desk, or when the ledger's result
 * for a movement of the desk is not known yet: the cash for it may be in the drawer.
 */
export async function closeShift(
  db: Database,
  { deskId, id }: Pick<StoredShift, "deskId" | "id">,
  closing: { countedMinor: number; closedAt: number },
  entry: NewAuditEntry | null,
): Promise<StoredShift | null> {
  const isSettled = sql`NOT EXISTS (SELECT 1 FROM movements INDEXED BY movements_under_way
    WHERE ${IS_UNDER_WAY} AND status = 'processing' AND desk_id = ${deskId})`;
  const update = db
    .update(deskShifts)
    .set({
      countedMinor: closing.countedMinor,
      closedAt: closedAfterAll(closing.closedAt),
      topUpsMinor: TOPPED_UP,
      payOutsMinor: PAID_OUT,
    })
    .where(and(eq(deskShifts.id, id), eq(deskShifts.deskId, deskId), IS_OPEN_SHIFT, isSettled))
    .returning();
  return await withAuditEntry(db, update, entry);
}

const selectShifts = (db: Database, deskId: string, isMeant?: SQL) =>
  db
    .select(SHIFT)
    .from(deskShifts)
    .where(and(eq(deskShifts.deskId, deskId), isMeant));

export async function findShift(db: Database, deskId: string, id: string): Promise<Shift | null> {
  return (await selectShifts(db, deskId, eq(deskShifts.id, id)).get()) ?? null;
}

export async function findOpenShift(db: Database, deskId: string): Promise<Shift | null> {
  return (await selectShifts(db, deskId, IS_OPEN_SHIFT).get()) ?? null;
}

/** Lists the newest first. */
export async function listShifts(
  db: Database,
  deskId: string,
  cursor: Cursor | null,
  limit: number,
): Promise<Shift[]> {
  const { openedAt, id } = deskShifts;
  return await selectShifts(db, deskId, whereAfter({ createdAt: openedAt, id }, cursor))
    .orderBy(desc(openedAt), desc(id))
    .limit(limit);
}

/** Blanks their names in shifts that were closed until then. */
export async function forgetClerks(db: Database, until: number): Promise<void> {
  const { clerk, closedAt } = deskShifts;
  await db
    .update(deskShifts)
    .set({ clerk: "" })
    .where(and(lte(closedAt, until), ne(clerk, "")));
}
