// Wallets that strangers have made go when nobody has used them for a week, with all that is stored about them.

import { deleteUnusedWallets, deleteWalletRows } from "#core/db/wallet/wallet-rows.ts";
import type { SweepRun } from "#core/services/operations/resume-sweep.ts";
import { type DueGrant, deleteGrants, listDueGrants, postponeGrants } from "#sandbox/db/grants.ts";

/** Wallets of strangers, and those of them that cells know, in one run (15 and 200 queries, 20 other calls). */
export const WALLETS_MAX = 500;
const WALLETS_IN_CELLS_MAX = 20;
const DAY_MS = 24 * 60 * 60_000;
export const UNUSED_MAX_MS = 7 * DAY_MS;

/** One that has been used keeps its account at the ledger, whose entries are never deleted. */
export async function sweepUnusedWallets({ db, shards, walletParts, clock }: SweepRun): Promise<void> {
  const now = clock();
  const due = await listDueGrants(db, now, WALLETS_MAX);
  if (due.length === 0) return;
  const isSeen = ({ lastSeenAt }: DueGrant) => lastSeenAt !== null && lastSeenAt > now - UNUSED_MAX_MS;
  const of = (isIncluded: (grant: DueGrant) => boolean) =>
    due.filter(isIncluded).map(({ walletId }) => walletId);
  await deleteGrants(
    db,
    of(({ isUsed }) => isUsed === 1),
  );
  await postponeGrants(
    db,
    of((grant) => grant.isUsed === 0 && isSeen(grant)),
    now + DAY_MS,
  );
  const unused = due.filter((grant) => grant.isUsed === 0 && !isSeen(grant));
  const moved = unused.filter(({ isMoved }) => isMoved === 1).slice(0, WALLETS_IN_CELLS_MAX);
  for (const { walletId } of moved) await deleteWalletRows(shards, walletParts, walletId, now);
  const rest = unused.filter((grant) => grant.isMoved === 0 || moved.includes(grant));
  await deleteUnusedWallets(
    db,
    walletParts,
    rest.map(({ walletId }) => walletId),
  );
}
