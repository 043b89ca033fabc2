// What the use cases need from outside, as interfaces. Implementations are in adapters/ and embedded/.
import type { ActorKind } from "./audit-trail.ts";
import type { IntentCommand, IntentRefusal } from "./commands.ts";
import type { LedgerTransaction, LedgerTransfer, TransactionReport, TransferResult } from "./ledger.ts";
import type { PaymentIntent } from "./payment-intent.ts";
import type { Result } from "./result.ts";
import type { ActiveFault, InboxMessage, StageFault } from "./stage.ts";

/** Who made a change, and in which request. Stored with every event, except for the origin. */
export interface Cause {
  /** The OAuth client, or a part of the platform. */
  actor: string;
  /** Who used the client, as histories name the person; absent for a machine. */
  person?: string;
  requestId: string | null;
  /** For the audit trail. Absent when the service acts by itself, or for a Worker of version 1.0. */
  origin?: Origin;
}

/** Who is behind a request, and from where. */
export interface Origin {
  kind: ActorKind;
  /** The `sub` of the access token; null when no one has authenticated. */
  subject: string | null;
  /** As in lib/address-key.ts; null when there are several. */
  addressKey: string | null;
}

/** The Durable Objects that own the intents. For an unknown id they return null and `not_found`. */
export interface PaymentIntents {
  find(intentId: string): Promise<PaymentIntent | null>;
  /** The response that upgrades to a WebSocket. `isPayable` is shown as long as the intent is open. */
  watch(intentId: string, isPayable: boolean): Promise<Result<Response, "not_found" | "too_many_watchers">>;
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
  /** Null for an unknown id, and for what is neither a payment nor a refund. */
  findById(transactionId: string): Promise<TransactionReport | null>;
  /** What the ledger has under an operation's key, declines too; `unsupported`: it cannot look up keys. */
  findByKey(key: string): Promise<Result<TransactionReport | null, "unsupported">>;
  listTransactions(accountId: string, page: number, limit: number): Promise<LedgerPage>;
  /** Null for an account the ledger does not know. */
  findBalances(accountId: string): Promise<AccountBalance[] | null>;
}

/** The sandbox's wallets are accounts of the embedded ledger; funding comes from its own system account. */
export interface SandboxLedger {
  /** Safe to repeat: an account that exists keeps its balance. */
  openAccount(accountId: string, currency: string, openingBalanceMinor: number): Promise<void>;
}

/** A message for the wallet platform: the CloudEvent as JSON text, and the wallet it concerns. */
export interface WalletEventMessage {
  id: string;
  walletId: string;
  cloudEvent: string;
}

/** On the queue of the ledger's events: an intent whose last change did not reach D1. */
export interface UnprojectedMessage {
  unprojectedIntentId: string;
}

/** The platform behind the customers' wallets, which is notified of what happens to them. */
export interface WalletPlatform {
  /** Throws when the event was not delivered; it is then retried. */
  receive(message: WalletEventMessage): Promise<void>;
}

/** The sandbox's wallet platform keeps what it receives. */
export interface WalletInbox extends WalletPlatform {
  /** Newest first, as CloudEvents in JSON text. */
  list(walletId: string): Promise<string[]>;
}

/** Which merchant created a sandbox wallet: only that merchant may act in the customer's place. */
export interface SandboxWallets {
  recordOwner(walletId: string, merchantId: string): Promise<void>;
  isOwner(walletId: string, merchantId: string): Promise<boolean>;
}

/** What merchants have had go wrong in the sandbox. */
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

/** A text that is sealed under a master key. */
export interface SealedValue {
  /** The row's primary key. */
  rowKey: readonly string[];
  /** What the text was sealed for. */
  purpose: string;
  sealed: string;
}

/** All values of one kind that are sealed under a master key. */
export interface SealedValues {
  /** By the id of the key; keys without values are left out. */
  countByKey(): Promise<Map<string, number>>;
  list(keyIds: readonly string[], limit: number): Promise<SealedValue[]>;
  /** Leaves a value that has changed since it was read. Returns how many were replaced. */
  replace(replacements: readonly { value: SealedValue; sealed: string }[]): Promise<number>;
}

export interface NewClient {
  clientId: string;
  /** Fixed claims in every token of the client, such as `merchant_id`. */
  claims: Record<string, string>;
  roles: string[];
  /** False for a client that may have no tokens yet; absent means true. */
  isEnabled?: boolean;
}

export interface NewUser {
  /** Also the user name. */
  email: string;
  /** Such as `merchant_id`. They become claims, because only an administrator can change them. */
  attributes: Record<string, string>;
  roles: string[];
  /** False for a user who may not sign in yet; absent means true. */
  isEnabled?: boolean;
}

export interface ExistingUser {
  /** The `sub` of the user's tokens. */
  id: string;
  /** Whose user it is; more than one only if an operator has made it so. */
  merchantIds: readonly string[];
  isEnabled: boolean;
}

/** `keep`: nothing happens to the user; `adopt`: it is given the new one's attributes and roles; `replace`: it is removed first. */
export type UserDecision = "keep" | "adopt" | "replace";

export interface UserAccount extends ExistingUser {
  email: string;
  /** Null when the provider does not say. */
  createdAt: number | null;
}

/** Clients and users at the identity provider. Every method throws DependencyError when the provider fails. */
export interface IdentityProvider {
  /** Returns the client secret, which cannot be read again. */
  createClient(client: NewClient): Promise<string>;
  /** Returns the new client secret; the old one stops working at once. */
  rotateClientSecret(clientId: string): Promise<string>;
  /** Nothing happens to a client that does not exist. */
  setClientEnabled(clientId: string, isEnabled: boolean): Promise<void>;
  /** False when there was none. */
  deleteClient(clientId: string): Promise<boolean>;
  /**
   * Returns the user's id. `decide` says what happens to a user who has the email already. If it fails, a user may be there
   * who is not complete.
   */
  createUser(
    user: NewUser,
    decide: (existing: ExistingUser) => Promise<UserDecision>,
  ): Promise<Result<string, "user_exists" | "email_refused">>;
  /** A one-time link for setting the password; null when the provider mails the link to the user itself. */
  createSetupLink(userId: string): Promise<string | null>;
  findUser(email: string): Promise<ExistingUser | null>;
  /**
   * Changes what the merchant's user logs in with; id, password and roles stay. `taken`: another user has the new address.
   * Nothing happens when the merchant has no user with the old one. Safe to repeat.
   */
  changeUserEmail(merchantId: string, from: string, to: string): Promise<"changed" | "taken">;
  /** All of the merchant's users. */
  listUsers(merchantId: string): Promise<UserAccount[]>;
  /** Ends the user's sessions as well. Nothing happens to a user that does not exist. */
  removeUser(userId: string): Promise<void>;
  /** Disabling also ends the user's sessions. Nothing happens to a user that does not exist. */
  setUserEnabled(userId: string, isEnabled: boolean): Promise<void>;
}

/** Another service did not respond, or not as its contract says. */
export class DependencyError extends Error {
  readonly dependency: "identity_provider" | "ledger" | "payment_intent" | "database";
  constructor(dependency: DependencyError["dependency"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "DependencyError";
    this.dependency = dependency;
  }
}

export type RateLimit =
  | "token_client"
  | "token_failures"
  | "writes"
  | "creations"
  | "webhooks"
  | "reads"
  | "public_reads"
  | "unknown_ids"
  | "lists"
  | "long_reads"
  | "downloads";

export interface RateLimits {
  /** Counts one more request; false when it exceeds the limit. */
  allow(limit: RateLimit, key: string): Promise<boolean>;
}

/** Limits what a network address, given as its key, can look up without a token. */
export interface PublicLookups {
  /** False when the address has named too many unknown ids and has not read this one before. */
  mayRead(address: string, intentId: string): Promise<boolean>;
  /** Null when the isolate knows of it already. */
  noteRead(address: string, intentId: string): Promise<void> | null;
  /** Counts an id that does not exist; false when there were too many. */
  countUnknown(address: string, intentId: string): Promise<boolean>;
}
