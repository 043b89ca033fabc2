// The codes that pair tablets with desks, and the tablets' sessions.
import { and, desc, eq, getTableColumns, gt, lte, sql } from "drizzle-orm";
import { type NewAuditEntry, withAuditEntry } from "#core/db/audit/audit-trail.ts";
import type { Database } from "#core/db/client.ts";
import { insertIf } from "#core/db/insert-if.ts";
import { prepareOnce } from "#core/db/prepared-statements.ts";
import { cookieSessions, whereFound } from "#core/db/sessions/cookie-sessions.ts";
import { pairingsIn } from "#core/db/sessions/pairings.ts";
import type { CookieSessionStore } from "#core/domain/ports/sessions.ts";
import type { DeskSession, PairedTablet } from "../domain/desk.ts";
import { whereActiveDesk } from "./desks.ts";
import { deskPairings, deskSessions, desks } from "./schema/desks.ts";

export type DeskPairing = typeof deskPairings.$inferSelect;

export const deskPairingCodes = pairingsIn(deskPairings);

/** Returns false when there is no such active desk. Deletes what of the desk is over, so that none stays. */
export async function insertDeskPairing(
  db: Database,
  pairing: DeskPairing,
  now: number,
  entry: NewAuditEntry | null,
): Promise<boolean> {
  const { deskId } = pairing;
  await db.batch([
    db.delete(deskPairings).where(and(eq(deskPairings.deskId, deskId), lte(deskPairings.expiresAt, now))),
    db.delete(deskSessions).where(and(eq(deskSessions.deskId, deskId), lte(deskSessions.expiresAt, now))),
  ]);
  const insert = insertIf(db, deskPairings, pairing, whereActiveDesk(deskId)).returning({
    codeHash: deskPairings.codeHash,
  });
  return (await withAuditEntry(db, insert, entry)) !== null;
}

/** The desk has to be active: a tablet may have been paired while it was being stopped. */
const selectSession = prepareOnce((db) =>
  db
    .select({ ...getTableColumns(deskSessions), desk: getTableColumns(desks) })
    .from(deskSessions)
    .innerJoin(desks, and(eq(desks.id, deskSessions.deskId), eq(desks.status, sql`'active'`)))
    .where(whereFound(deskSessions))
    .prepare(),
);

export function deskSessionStore(db: Database): Omit<CookieSessionStore<PairedTablet>, "insert"> {
  return cookieSessions<PairedTablet>(db, deskSessions, selectSession);
}

/** Returns false when its desk is not active. */
export async function insertTablet(db: Database, session: DeskSession): Promise<boolean> {
  const row = { ...session, renewedUntil: null };
  const insert = insertIf(db, deskSessions, row, whereActiveDesk(session.deskId));
  return (await insert.returning({ id: deskSessions.id })).length > 0;
}

/** Lists the newest first. */
export async function listTabletsOf(db: Database, deskId: string, now: number): Promise<DeskSession[]> {
  return await db
    .select()
    .from(deskSessions)
    .where(and(eq(deskSessions.deskId, deskId), gt(deskSessions.expiresAt, now)))
    .orderBy(desc(deskSessions.createdAt), desc(deskSessions.id));
}

/** Returns null when the desk has no such tablet. */
export async function nameTablet(
  db: Database,
  deskId: string,
  id: string,
  label: string,
): Promise<DeskSession | null> {
  const isThis = and(eq(deskSessions.deskId, deskId), eq(deskSessions.id, id));
  return (await db.update(deskSessions).set({ label }).where(isThis).returning().get()) ?? null;
}

/** Returns false when the desk has no such tablet. */
export async function endTablet(db: Database, deskId: string, id: string): Promise<boolean> {
  const ended = await db
    .delete(deskSessions)
    .where(and(eq(deskSessions.deskId, deskId), eq(deskSessions.id, id)))
    .returning({ id: deskSessions.id });
  return ended.length > 0;
}
