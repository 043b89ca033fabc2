import { and, eq, gt, lte, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { type NewAuditEntry, withAuditEntry } from "#core/db/audit/audit-trail.ts";
import type { Database } from "#core/db/client.ts";
import { insertIf } from "#core/db/insert-if.ts";
import { IS_ACTIVE } from "#core/db/schema/counters.ts";
import { tillPairings } from "#core/db/schema/sessions.ts";

type PairingTable = SQLiteTable & Record<"codeHash" | "expiresAt", SQLiteColumn>;
export type Pairing = typeof tillPairings.$inferSelect;

/** Returns false when the merchant has no such active counter. Deletes the merchant's expired codes, so that none stay. */
export async function insertPairing(
  db: Database,
  pairing: Pairing,
  now: number,
  entry: NewAuditEntry | null = null,
): Promise<boolean> {
  const { merchantId, counterId } = pairing;
  await db
    .delete(tillPairings)
    .where(and(eq(tillPairings.merchantId, merchantId), lte(tillPairings.expiresAt, now)));
  const isActive = sql`EXISTS (SELECT 1 FROM counters WHERE merchant_id = ${merchantId} AND id = ${counterId} AND ${IS_ACTIVE})`;
  const insert = insertIf(db, tillPairings, pairing, isActive).returning({ codeHash: tillPairings.codeHash });
  return (await withAuditEntry(db, insert, entry)) !== null;
}

/** Reads the pairing that a code stands for, by its hash. */
export type ReadPairing<Found> = (db: Database, codeHash: string, now: number) => Promise<Found | null>;

/** `find` leaves the code as it is; `take` deletes it: of two requests at once, one gets null. */
export function pairingsIn<T extends PairingTable>(
  table: T,
): Record<"find" | "take", ReadPairing<T["$inferSelect"]>> {
  const pairings: PairingTable = table;
  const isOpen = (codeHash: string, now: number) =>
    and(eq(pairings.codeHash, codeHash), gt(pairings.expiresAt, now));
  return {
    find: async (db, codeHash, now) =>
      (await db.select().from(pairings).where(isOpen(codeHash, now)).get()) ?? null,
    take: async (db, codeHash, now) => {
      const [pairing] = await db.delete(pairings).where(isOpen(codeHash, now)).returning();
      return pairing ?? null;
    },
  };
}

export const tillPairingCodes = pairingsIn(tillPairings);

/** Belongs in a batch, after the statement that disables the user: deletes the codes that the user has made. */
export function deletePairingsOfDisabled(db: Database, merchantId: string, userId: string) {
  const isDisabled = sql`EXISTS (SELECT 1 FROM disabled_users WHERE user_id = ${userId} AND enabled_at IS NULL)`;
  const isMade = and(eq(tillPairings.merchantId, merchantId), eq(tillPairings.createdBy, userId));
  return db.delete(tillPairings).where(and(isMade, isDisabled));
}
