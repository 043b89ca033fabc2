import { and, eq, gt, lte, sql } from "drizzle-orm";
import { type NewAuditEntry, withAuditEntry } from "../audit/audit-trail.ts";
import type { Database } from "../client.ts";
import { IS_ACTIVE } from "../schema/counters.ts";
import { tillPairings } from "../schema/sessions.ts";

export type Pairing = typeof tillPairings.$inferSelect;

/** False when the merchant has no such active counter. Deletes the merchant's expired codes, so that none stay. */
export async function insertPairing(
  db: Database,
  { codeHash, merchantId, counterId, expiresAt, createdBy }: Pairing,
  now: number,
  entry: NewAuditEntry | null = null,
): Promise<boolean> {
  await db
    .delete(tillPairings)
    .where(and(eq(tillPairings.merchantId, merchantId), lte(tillPairings.expiresAt, now)));
  const insert = db
    .insert(tillPairings)
    .select(
      sql`SELECT ${codeHash}, merchant_id, id, ${expiresAt}, ${createdBy} FROM counters
        WHERE merchant_id = ${merchantId} AND id = ${counterId} AND ${IS_ACTIVE}`,
    )
    .returning({ codeHash: tillPairings.codeHash });
  return (await withAuditEntry(db, insert, entry)) !== null;
}

/** The pairing that the code stands for. Leaves the code as it is. */
export async function findPairing(db: Database, codeHash: string, now: number): Promise<Pairing | null> {
  return (await db.select().from(tillPairings).where(isOpen(codeHash, now)).get()) ?? null;
}

/** The same, and deletes the code: of two requests at once, one gets null. */
export async function takePairing(db: Database, codeHash: string, now: number): Promise<Pairing | null> {
  const [pairing] = await db.delete(tillPairings).where(isOpen(codeHash, now)).returning();
  return pairing ?? null;
}

function isOpen(codeHash: string, now: number) {
  return and(eq(tillPairings.codeHash, codeHash), gt(tillPairings.expiresAt, now));
}

/** For a batch, after the statement that disables the user: deletes the codes that the user has made. */
export function deletePairingsOfDisabled(db: Database, merchantId: string, userId: string) {
  const isDisabled = sql`EXISTS (SELECT 1 FROM disabled_users WHERE user_id = ${userId} AND enabled_at IS NULL)`;
  const isMade = and(eq(tillPairings.merchantId, merchantId), eq(tillPairings.createdBy, userId));
  return db.delete(tillPairings).where(and(isMade, isDisabled));
}
