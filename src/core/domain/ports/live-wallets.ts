import type { SocketPass, WalletChange } from "#core/domain/wallet/live-wallet.ts";

/** The Durable Objects that hold the sockets of wallets. */
export interface LiveWallets {
  /** The response that upgrades to a WebSocket. */
  open(walletId: string, pass: SocketPass): Promise<Response>;
  /** Safe to repeat. */
  tell(walletId: string, change: WalletChange): Promise<void>;
  /** Closes those that are open. Safe to repeat. */
  end(walletId: string): Promise<void>;
}
