import { findLiveWallets, noteLiveWallet } from "#core/db/wallet/live-wallets.ts";
import type { SocketPass, WalletChange } from "#core/domain/wallet/live-wallet.ts";
import { batchPerTurn } from "#core/lib/batch-per-turn.ts";
import { logFailure } from "#core/lib/log.ts";
import type { Dependencies } from "#core/services/dependencies.ts";

/** The response that upgrades to a WebSocket. `issuedAt`: as of `isStoppedNow`. */
export async function openLiveWallet(
  deps: Dependencies,
  walletId: string,
  { issuedAt, ...pass }: SocketPass & { issuedAt: number | null },
): Promise<Response> {
  const { db, liveWallets, walletStops, clock } = deps;
  await noteLiveWallet(db, walletId, clock());
  const response = await liveWallets.open(walletId, pass);
  // Read last: a stop closes what is open by then, and is seen here otherwise.
  if (await walletStops.isStoppedNow(walletId, issuedAt)) await liveWallets.end(walletId);
  return response;
}

/** Finds those that may have a socket, of all the wallets that are asked for in one turn. */
export type FindLive = (walletId: string) => Promise<Set<string>>;

export function liveWalletsOf({ db, clock }: Dependencies): FindLive {
  return batchPerTurn((walletIds: readonly string[]) => findLiveWallets(db, walletIds, clock()));
}

/**
 * Never throws. What is lost is seen by the page's next read. Most wallets have no page or app that listens. A row that is read by
 * its key costs nothing to speak of; calling every wallet's object, which would say that nobody is there, would cost as much as
 * a webhook.
 */
export async function tryToTellWallet(
  deps: Dependencies,
  walletId: string,
  change: WalletChange,
  findLive = liveWalletsOf(deps),
): Promise<void> {
  const told = findLive(walletId).then(async (live) => {
    if (live.has(walletId)) await deps.liveWallets.tell(walletId, change);
  });
  await logFailure("warn", "wallet_not_told", { intent_id: change.intentId }, told);
}
