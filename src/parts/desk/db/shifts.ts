import { and, eq, getTableColumns, isNotNull, type SQL, sql } from "drizzle-orm";
import { type NewAuditEntry, withAuditEntry } from "#core/db/audit/audit-trail.ts";
import type { Database } from "#core/db/client.ts";
import { insertIf } from "#core/db/insert-if.ts";
import { DAY_MS } from "#core/domain/sessions/session.ts";
import type { MovementKind } from "../domain/movement.ts";
import type { Shift, StoredShift } from "../domain/shift.ts";
import { deskShifts, desks, IS_OPEN_SHIFT } from "./schema/desks.ts";

/** What was completed since the shift began, also of what was asked for up to a day before it. */
function completed(kind: Extract<MovementKind, "top_up" | "pay_out">): SQL<number> {
  return sql`(SELECT coalesce(sum(m.amount_minor), 0) FROM movements m INDEXED BY movements_by_desk
    WHERE m.desk_id = desk_shifts.desk_id AND m.created_at >= desk_shifts.opened_at - ${DAY_MS}
      AND m.kind = ${kind} AND m.status = 'completed' AND m.completed_at >= desk_shifts.opened_at)`;
}

const SHIFT = {
  ...getTableColumns(deskShifts),
  topUpsMinor: sql<number>`coalesce(${deskShifts.topUpsMinor}, ${completed("top_up")})`,
  payOutsMinor: sql<number>`coalesce(${deskShifts.payOutsMinor}, ${completed("pay_out")})`,
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

/** Its sums are kept as they are now. Returns null when it is closed already, or unknown at this desk. */
export async function closeShift(
  db: Database,
  { deskId, id }: Pick<StoredShift, "deskId" | "id">,
  closing: { countedMinor: number; closedAt: number },
  entry: NewAuditEntry | null,
): Promise<StoredShift | null> {
  const update = db
    .update(deskShifts)
    .set({ ...closing, topUpsMinor: completed("top_up"), payOutsMinor: completed("pay_out") })
    .where(and(eq(deskShifts.id, id), eq(deskShifts.deskId, deskId), IS_OPEN_SHIFT))
    .returning();
  return await withAuditEntry(db, update, entry);
}

export async function findShift(db: Database, deskId: string, id: string): Promise<Shift | null> {
  const isIt = and(eq(deskShifts.id, id), eq(deskShifts.deskId, deskId));
  return (await db.select(SHIFT).from(deskShifts).where(isIt).get()) ?? null;
}

export async function findOpenShift(db: Database, deskId: string): Promise<Shift | null> {
  const isIt = and(eq(deskShifts.deskId, deskId), IS_OPEN_SHIFT);
  return (await db.select(SHIFT).from(deskShifts).where(isIt).get()) ?? null;
}
