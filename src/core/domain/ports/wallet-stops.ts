/** Which wallets are stopped. `issuedAt`: epoch milliseconds; null for a token that does not say. Throws DependencyError. */
export interface WalletStops {
  /** Whether the wallet refuses what was issued then, as it was known within the last five seconds. */
  isStopped(walletId: string, issuedAt: number | null): Promise<boolean>;
  /** Whether it refuses that as of now. */
  isStoppedNow(walletId: string, issuedAt: number | null): Promise<boolean>;
  /** Has to be called after a change: the next call reads again. */
  forget(): void;
}
