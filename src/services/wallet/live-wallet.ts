import { isLiveWallet, noteLiveWallet } from "../../db/wallet/live-wallets.ts";
import type { SocketPass, WalletChange } from "../../domain/live-wallet.ts";
import { logFailure } from "../../lib/log.ts";
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

/** Never throws. What is lost is seen by the page's next read. */
export async function tryToTellWallet(
  deps: Dependencies,
  walletId: string,
  change: WalletChange,
): Promise<void> {
  const told = tellWallet(deps, walletId, change);
  await logFailure("warn", "wallet_not_told", { intent_id: change.intentId }, told);
}

/**
 * Most wallets have no page or app that listens. A row that is read by its key costs nothing to speak of; calling every
 * wallet's object, which would say that nobody is there, would cost as much as a webhook.
 */
async function tellWallet(
  { db, liveWallets, clock }: Dependencies,
  walletId: string,
  change: WalletChange,
): Promise<void> {
  if (await isLiveWallet(db, walletId, clock())) await liveWallets.tell(walletId, change);
}
