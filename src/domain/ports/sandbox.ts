// What only the sandbox has: its stand-ins and what merchants do with them.
import type { ActiveFault, InboxMessage, StageFault } from "../stage.ts";
import type { WalletPlatform } from "./wallet.ts";

/** The sandbox's wallets are accounts of the embedded ledger; funding comes from its own system account. */
export interface SandboxLedger {
  /** Safe to repeat: an account that exists keeps its balance. */
  openAccount(accountId: string, currency: string, openingBalanceMinor: number): Promise<void>;
}

/** Which merchant created a sandbox wallet: only that merchant may act in the customer's place. */
export interface SandboxWallets {
  recordOwner(walletId: string, merchantId: string): Promise<void>;
  isOwner(walletId: string, merchantId: string): Promise<boolean>;
}

/** The sandbox's wallet platform keeps what it receives. */
export interface WalletInbox extends WalletPlatform {
  /** Newest first, as CloudEvents in JSON text. */
  list(walletId: string): Promise<string[]>;
}

/** The faults that merchants have asked for in the sandbox. */
export interface StageFaults {
  /** In alphabetical order, without those that are over. */
  list(merchantId: string, now: number): Promise<ActiveFault[]>;
  /** The merchant then has these faults and no others. */
  replace(
    merchantId: string,
    faults: readonly StageFault[],
    times: { now: number; expiresAt: number },
  ): Promise<void>;
}

/** The sandbox's endpoint for webhooks. A merchant sees only what it has had sent there itself. */
export interface StageInbox {
  /** Keeps what a merchant is sent, and responds as an endpoint with its faults does. */
  receive(merchantId: string, request: Request): Promise<Response>;
  /** Newest first; only what came after the message with this id, unless that is null. */
  list(merchantId: string, after: string | null): Promise<InboxMessage[]>;
}

/** What a stand-in of the sandbox has stored about merchants. */
export interface ErasableRecords {
  /** Erases what is personal in at most `limit` records of the merchant, and returns in how many. */
  erase(merchantId: string, limit: number): Promise<number>;
}
