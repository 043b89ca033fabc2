import { findLiveWallets, noteLiveWallet } from "../../db/wallet/live-wallets.ts";
import type { SocketPass, WalletChange } from "../../domain/live-wallet.ts";
import { logFailure } from "../../lib/log.ts";
import { together } from "../../lib/together.ts";
import type { Dependencies } from "../dependencies.ts";

/** The response that upgrades to a WebSocket. */
export async function openLiveWallet(
  { db, liveWallets, clock }: Dependencies,
  walletId: string,
  pass: SocketPass,
): Promise<Response> {
  await noteLiveWallet(db, walletId, clock());
  return await liveWallets.open(walletId, pass);
}

/** Those that may have a socket of all the wallets that are asked for in one turn. */
export type FindLive = (walletId: string) => Promise<Set<string>>;

export function liveWalletsOf({ db, clock }: Dependencies): FindLive {
  return together((walletIds: readonly string[]) => findLiveWallets(db, walletIds, clock()));
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
