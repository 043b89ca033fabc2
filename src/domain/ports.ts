// What the use cases need from the world, as interfaces; adapters are in adapters/ and embedded/.
import type { IntentCommand, IntentRefusal } from "./commands.ts";
import type { LedgerTransaction, LedgerTransfer, TransferResult } from "./ledger.ts";
import type { PaymentIntent } from "./payment-intent.ts";
import type { Result } from "./result.ts";

/** Who caused a change and in which request; kept with every event. */
export interface Cause {
  actor: string;
  requestId: string | null;
}

/** The objects that own the intents. Ids that no one knows answer null and `not_found`. */
export interface PaymentIntents {
  find(intentId: string): Promise<PaymentIntent | null>;
  execute(
    intentId: string,
    command: IntentCommand,
    cause: Cause,
  ): Promise<Result<PaymentIntent, IntentRefusal>>;
}

export interface AccountBalance {
  currency: string;
  amountMinor: number;
}

export interface LedgerPage {
  transactions: LedgerTransaction[];
  total: number;
}

/** `transfer` and `findTransfer` never throw; the reads throw DependencyError. */
export interface Ledger {
  transfer(transfer: LedgerTransfer): Promise<TransferResult>;
  findTransfer(transactionId: string): Promise<TransferResult>;
  listTransactions(accountId: string, page: number, limit: number): Promise<LedgerPage>;
  /** Null for an account the ledger does not know. */
  findBalances(accountId: string): Promise<AccountBalance[] | null>;
}

/** The sandbox's wallets are accounts of the embedded ledger; funding comes from its own system account. */
export interface SandboxLedger {
  /** Safe to repeat: an account that exists keeps its balance. */
  openAccount(accountId: string, currency: string, openingBalanceMinor: number): Promise<void>;
}

/** A message of the bus: the event as JSON text, and the wallet it is for. */
export interface WalletEventMessage {
  id: string;
  walletId: string;
  cloudEvent: string;
}

/** Whoever stands behind customers' wallets and is told what happens to them. */
export interface WalletPlatform {
  /** Throws when the event has not arrived; it is then sent again. */
  receive(message: WalletEventMessage): Promise<void>;
}

/** The sandbox's wallet platform keeps what it was sent. */
export interface WalletInbox extends WalletPlatform {
  /** Newest first, as CloudEvents in JSON text. */
  list(walletId: string): Promise<string[]>;
}

export interface NewClient {
  clientId: string;
  /** Hardcoded into every token of the client, such as `merchant_id`. */
  claims: Record<string, string>;
  roles: string[];
}

export interface NewUser {
  /** Also the name to sign in with. */
  email: string;
  /** Only an administrator can change them, so tokens may carry them, such as `merchant_id`. */
  attributes: Record<string, string>;
  roles: string[];
}

/** Clients and users at the identity provider. Every method throws DependencyError when it does not answer. */
export interface IdentityProvider {
  /** Returns the client secret, which cannot be read again. */
  createClient(client: NewClient): Promise<string>;
  /** Returns the new client secret; the old one is dead at once. */
  rotateClientSecret(clientId: string): Promise<string>;
  disableClient(clientId: string): Promise<void>;
  deleteClient(clientId: string): Promise<void>;
  /** `updated`: the user was there before, has been given the attributes and roles, and kept all else. */
  createUser(user: NewUser): Promise<"created" | "updated">;
  /** A one-time address where the user sets the password; null when the provider mails it to the user itself. */
  createSetupLink(email: string): Promise<string | null>;
  deleteUser(email: string): Promise<void>;
}

/** Another service did not answer, or not in its contract. */
export class DependencyError extends Error {
  readonly dependency: "identity_provider" | "ledger" | "payment_intent";
  constructor(dependency: DependencyError["dependency"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "DependencyError";
    this.dependency = dependency;
  }
}

/** What a limit counts. `allow` counts one more and says whether it still fits. */
export type RateLimit = "token_client" | "token_failures" | "writes" | "reads" | "public_reads";

export interface RateLimits {
  allow(limit: RateLimit, key: string): Promise<boolean>;
}
