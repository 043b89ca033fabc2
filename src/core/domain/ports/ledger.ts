import type {
  LedgerReport,
  LedgerTotals,
  LedgerTransaction,
  LedgerTransfer,
  TransferResult,
} from "#core/domain/ledger.ts";
import type { Result } from "#core/domain/result.ts";

/** `transfer` and `findTransfer` never throw; the reads throw DependencyError. */
export interface Ledger {
  transfer(transfer: LedgerTransfer): Promise<TransferResult>;
  findTransfer(transactionId: string): Promise<TransferResult>;
  /** Returns null for an unknown id, and for a kind that this service does not have. */
  findById(transactionId: string): Promise<LedgerReport | null>;
  /** What the ledger has under an operation's key, declines too; `unsupported`: it cannot look up keys. */
  findByKey(key: string): Promise<Result<LedgerReport | null, "unsupported">>;
  /**
   * Uses up the transfer's key, so that a request that is still under way moves nothing, for ever; false when the ledger has
   * a transaction under it. `unsupported`: it cannot. Safe to repeat.
   */
  voidKey(transfer: LedgerTransfer): Promise<Result<boolean, "unsupported">>;
  /** Whether money has moved under a movement's key; false where the ledger cannot look up keys. */
  hasMoved(key: string): Promise<boolean>;
  listTransactions(accountId: string, page: number, limit: number): Promise<LedgerPage>;
  /** Lists what follows this one in the history; `unsupported`: the ledger does not read on from a transaction. */
  listBefore(
    accountId: string,
    transactionId: string,
    limit: number,
  ): Promise<Result<LedgerPage, "unsupported">>;
  /** Returns null for an account the ledger does not know. */
  findBalances(accountId: string): Promise<AccountBalance[] | null>;
  /** Has one for each currency; `unsupported`: the ledger does not add up its accounts. */
  findTotals(): Promise<Result<LedgerTotals[], "unsupported">>;
  /** Opens an account without money, where the ledger has a call for that. Safe to repeat. Throws DependencyError. */
  openWallet(accountId: string): Promise<void>;
}

export interface LedgerPage {
  transactions: LedgerTransaction[];
  total: number;
}

export interface AccountBalance {
  currency: string;
  amountMinor: bigint;
}

/** The sandbox's wallets are accounts of the embedded ledger; what they open with comes from the float. */
export interface SandboxLedger {
  /** Safe to repeat: an account that exists keeps its balance. */
  openAccount(accountId: string, currency: string, openingBalanceMinor: number): Promise<void>;
}
