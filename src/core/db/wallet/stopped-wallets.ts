import { and, eq, gt, isNotNull, or, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { type NewAuditEntry, withAuditEntry } from "#core/db/audit/audit-trail.ts";
import type { Database } from "#core/db/client.ts";
import { insertTask } from "#core/db/identity-provider/provider-tasks.ts";
import { customerSessions } from "#core/db/schema/sessions.ts";
import { IS_HELD, pushSubscriptions, stoppedWallets } from "#core/db/schema/wallet.ts";
import type { ProviderTask } from "#core/domain/identity-provider/provider-task.ts";
import type { WalletStop } from "#core/domain/wallet/wallet-stop.ts";

const { walletId, stoppedBefore, heldSince } = stoppedWallets;
const STOP = { walletId, stoppedBefore, heldSince };

const stopOf = (row: { stoppedBefore: number; heldSince: number | null }): WalletStop => ({
  stoppedBefore: row.stoppedBefore,
  isHeld: row.heldSince !== null,
});

export async function findStop(db: Database, id: string): Promise<WalletStop | null> {
  const row = await db.select(STOP).from(stoppedWallets).where(eq(walletId, id)).get();
  return row === undefined ? null : stopOf(row);
}

/** Lists by wallet those that are held, and those that were stopped after `since`. */
export async function listStops(
  db: Database,
  since: number,
  limit: number,
): Promise<Map<string, WalletStop>> {
  const rows = await db
    .select(STOP)
    .from(stoppedWallets)
    .where(or(IS_HELD, gt(stoppedBefore, since)))
    .limit(limit);
  return new Map(rows.map((row) => [row.walletId, stopOf(row)]));
}

/**
 * Ends its sessions and what its browsers have subscribed to; `task` is to end those at the provider. `reason`: an
 * administrator's, who holds the wallet; null for the customer, whose next sign-in works.
 */
export async function insertStop(
  db: Database,
  id: string,
  { reason, now, task }: { reason: string | null; now: number; task: ProviderTask },
  entry: NewAuditEntry | null,
): Promise<void> {
  const held = reason === null ? {} : { heldSince: now, reason };
  const stop = db
    .insert(stoppedWallets)
    .values({ walletId: id, stoppedBefore: now, ...held })
    .onConflictDoUpdate({
      target: walletId,
      set: { stoppedBefore: sql`max(stopped_before, ${now})`, ...held },
    })
    .returning();
  await withAuditEntry(
    db,
    stop,
    entry,
    db.delete(pushSubscriptions).where(eq(pushSubscriptions.walletId, id)),
    db.delete(customerSessions).where(eq(customerSessions.walletId, id)),
    insertTask(db, task),
  );
}

/** Returns false when it is not held. Up to the second before, which is how exact tokens are, what was issued stays refused. */
export async function deleteHold(
  db: Database,
  id: string,
  now: number,
  entry: NewAuditEntry | null,
): Promise<boolean> {
  const release = db
    .update(stoppedWallets)
    .set({ heldSince: null, stoppedBefore: sql`max(stopped_before, ${now - (now % 1000) - 1})` })
    .where(and(eq(walletId, id), isNotNull(heldSince)))
    .returning();
  return (await withAuditEntry(db, release, entry)) !== null;
}

/** What of a wallet was made when it was not stopped, or long enough after its customer had stopped it that all know of that. */
export function whereNotStopped(id: SQLiteColumn, createdAt: SQLiteColumn, knownWithinMs: number) {
  return sql`NOT EXISTS (SELECT 1 FROM stopped_wallets stop WHERE stop.wallet_id = ${id}
    AND (stop.held_since IS NOT NULL OR ${createdAt} <= stop.stopped_before + ${knownWithinMs}))`;
}
