import { and, desc, eq, sql } from "drizzle-orm";
import { type NewAuditEntry, withAuditEntry } from "#core/db/audit/audit-trail.ts";
import type { Database } from "#core/db/client.ts";
import type { Desk } from "../domain/desk.ts";
import { endApproval } from "./movements.ts";
import { deskPairings, deskSessions, desks } from "./schema/desks.ts";
import { movements } from "./schema/movements.ts";

export async function insertDesk(
  db: Database,
  desk: Desk,
  entry: NewAuditEntry | null,
): Promise<Desk | null> {
  return await withAuditEntry(db, db.insert(desks).values(desk).returning(), entry);
}

/** Lists the newest first, inactive ones as well. */
export async function listDesks(db: Database): Promise<Desk[]> {
  return await db.select().from(desks).orderBy(desc(desks.createdAt), desc(desks.id));
}

export async function findDesk(db: Database, id: string): Promise<Desk | null> {
  return (await db.select().from(desks).where(eq(desks.id, id)).get()) ?? null;
}

export function whereActiveDesk(id: string) {
  return sql`EXISTS (SELECT 1 FROM desks WHERE id = ${id} AND status = 'active')`;
}

/** Active, and with an open shift where it has clerks. */
export function whereServingDesk(id: string) {
  return sql`EXISTS (SELECT 1 FROM desks WHERE id = ${id} AND status = 'active' AND (clerks = '[]'
    OR EXISTS (SELECT 1 FROM desk_shifts WHERE desk_id = desks.id AND closed_at IS NULL)))`;
}

/** What is undefined stays. */
export type DeskChange = {
  [Name in keyof Omit<Desk, "id" | "currency" | "createdAt">]?: Desk[Name] | undefined;
};

/** Returns null for an unknown desk. One that is not active keeps no tablet, no pairing code, and no pay-out to be approved. */
export async function updateDesk(
  db: Database,
  id: string,
  change: DeskChange & { updatedAt: number },
  entry: NewAuditEntry | null,
): Promise<Desk | null> {
  const update = db.update(desks).set(change).where(eq(desks.id, id)).returning();
  const isInactive = sql`EXISTS (SELECT 1 FROM desks WHERE desks.id = ${id} AND desks.status = 'inactive')`;
  return await withAuditEntry(
    db,
    update,
    entry,
    db.delete(deskSessions).where(and(eq(deskSessions.deskId, id), isInactive)),
    db.delete(deskPairings).where(and(eq(deskPairings.deskId, id), isInactive)),
    endApproval(db, and(eq(movements.deskId, id), isInactive), change.updatedAt),
  );
}
