/** The sandbox's wallets are accounts of the embedded ledger; funding comes from its own system account. */
export interface SandboxLedger {
  /** Safe to repeat: an account that exists keeps its balance. */
  openAccount(accountId: string, currency: string, openingBalanceMinor: number): Promise<void>;
}
