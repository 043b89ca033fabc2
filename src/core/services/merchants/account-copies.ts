// Cells have copies of accounts. A change of an account is in force everywhere once all of them have it.

import { listStaleAccounts, renewCopies } from "#core/db/merchants/account-copies.ts";
import { logFailure } from "#core/lib/log.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { resumeSweep, type SweepRun } from "#core/services/operations/resume-sweep.ts";
import { LIMITS } from "#core/services/operations/sweep-limits.ts";

/** Throws DependencyError; the sweep goes on. */
export async function renewAccountCopies({ shards }: Dependencies, merchantId: string): Promise<void> {
  await renewCopies(shards, merchantId);
}

/** What requests could not finish, and what changes without one. */
export async function sweepAccountCopies(run: SweepRun): Promise<void> {
  await resumeSweep<string>(run, "account_copies", "", (after) =>
    renewStaleCopies(run, after, LIMITS.staleAccounts),
  );
}

/** Copies that fail stay stale. Returns where it ended, or null when nothing is left. */
export async function renewStaleCopies(
  { db, shards }: Dependencies,
  after: string,
  limit: number,
): Promise<string | null> {
  if (!shards.hasCells) return null;
  const stale = await listStaleAccounts(db, after, limit);
  for (const merchantId of stale) {
    const renewed = renewCopies(shards, merchantId, LIMITS.staleCells);
    await logFailure("error", "account_copy_failed", { merchant_id: merchantId }, renewed);
  }
  return stale.length < limit ? null : (stale.at(-1) ?? null);
}
