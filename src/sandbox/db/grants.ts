// The money of wallets that strangers have made and nobody has used yet.
import { eq, inArray, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { Database } from "#core/db/client.ts";
import { sandboxGrants } from "./schema.ts";

export type Grant = typeof sandboxGrants.$inferSelect;

export async function insertGrant(db: Database, grant: Grant): Promise<void> {
  await db.insert(sandboxGrants).values(grant);
}

export async function findGrant(db: Database, walletId: string): Promise<Grant | null> {
  return (await db.select().from(sandboxGrants).where(eq(sandboxGrants.walletId, walletId)).get()) ?? null;
}

/** Serves the ledger's statements. */
export function hasGrant(walletId: Placeholder): SQL {
  return sql`EXISTS (SELECT 1 FROM sandbox_grants WHERE wallet_id = ${walletId})`;
}

export interface DueGrant {
  walletId: string;
  /** The ledger has its account. */
  isUsed: 0 | 1;
  /** Whether its cell has rows of it. */
  isMoved: 0 | 1;
  /** It is null without a session. */
  lastSeenAt: number | null;
}

/** Lists the longest overdue first. */
export async function listDueGrants(db: Database, now: number, limit: number): Promise<DueGrant[]> {
  return await db.all<DueGrant>(sql`
    SELECT wallet_id AS "walletId",
      EXISTS (SELECT 1 FROM ledger_accounts WHERE id = g.wallet_id) AS "isUsed",
      EXISTS (SELECT 1 FROM moved_wallets WHERE wallet_id = g.wallet_id) AS "isMoved",
      (SELECT max(last_used_at) FROM customer_sessions WHERE wallet_id = g.wallet_id) AS "lastSeenAt"
    FROM sandbox_grants AS g WHERE due_at <= ${now} ORDER BY due_at LIMIT ${limit}`);
}

export async function postponeGrants(db: Database, walletIds: string[], dueAt: number): Promise<void> {
  if (walletIds.length === 0) return;
  await db.update(sandboxGrants).set({ dueAt }).where(whereAmong(walletIds));
}

export async function deleteGrants(db: Database, walletIds: string[]): Promise<void> {
  if (walletIds.length > 0) await db.delete(sandboxGrants).where(whereAmong(walletIds));
}

function whereAmong(walletIds: string[]) {
  return inArray(sandboxGrants.walletId, sql`(SELECT value FROM json_each(${JSON.stringify(walletIds)}))`);
}
