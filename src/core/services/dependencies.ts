import type { Config } from "#core/config.ts";
import type { Database } from "#core/db/client.ts";
import type { WalletSections } from "#core/db/wallet/wallet-rows.ts";
import type { LedgerTransaction } from "#core/domain/ledger.ts";
import type { Restrictions, RestrictionsKey } from "#core/domain/merchants/restrictions.ts";
import type { DeployedNames } from "#core/domain/operations/deployment.ts";
import type { IdentityProvider, SignInProvider } from "#core/domain/ports/identity-provider.ts";
import type { Ledger } from "#core/domain/ports/ledger.ts";
import type { IntentGuesses, RateLimits, SecretGuesses } from "#core/domain/ports/limits.ts";
import type { LiveWallets } from "#core/domain/ports/live-wallets.ts";
import type { OperatorAlerts } from "#core/domain/ports/operator-alerts.ts";
import type { PaymentIntents } from "#core/domain/ports/payment-intents.ts";
import type { SealedValues } from "#core/domain/ports/sealed-values.ts";
import type { CookieSessionStore, CustomerSessionStore, SessionStore } from "#core/domain/ports/sessions.ts";
import type { WalletEventMessage, WalletPlatform } from "#core/domain/ports/wallet.ts";
import type { WalletStops } from "#core/domain/ports/wallet-stops.ts";
import type { Result } from "#core/domain/result.ts";
import type { CookieSession, SessionKind } from "#core/domain/sessions/session.ts";
import type { Venue } from "#core/domain/wallet/wallet-history.ts";
import type { Fetch } from "#core/lib/fetch-json.ts";
import type { Shards } from "#core/shards/shards.ts";
import type { DeliveryMessage } from "#core/webhooks/message.ts";
import type { WalletEvents } from "#core/wire/wallet/cloud-events.ts";
import type { WalletActor } from "./actor.ts";

declare global {
  /** What parts add to the response about what waits for a wallet. */
  interface PartApprovals {}
}

/** Erases what is personal in at most `limit` records of the merchant at a stand-in, and returns in how many. */
export type EraseRecords = (db: Database, merchantId: string, limit: number) => Promise<number>;

declare global {
  /** What only parts call. */
  interface PartDependencies {}
}

/** Receives every wallet event once. Never rejects: whatever it does for the customer, nothing else fails with it. */
export type TellCustomer = (deps: Dependencies, message: WalletEventMessage) => Promise<void>;

/** Everything a use case may call; built in composition.ts. */
export interface Dependencies extends PartDependencies {
  config: Config;
  /** Home has accounts, and whatever is no payment. */
  db: Database;
  shards: Shards;
  /** `to`: epoch milliseconds, or a bookmark. Returns the bookmark of what was there before, or why the platform cannot. */
  restoreCell: (name: string, to: number | string) => Promise<Result<string, string>>;
  intents: PaymentIntents;
  ledger: Ledger;
  identityProvider: IdentityProvider;
  liveWallets: LiveWallets;
  /** Each receives every wallet event. */
  walletPlatforms: readonly WalletPlatform[];
  tellCustomer: readonly TellCustomer[];
  walletParts: readonly WalletPart[];
  /** It is null when operators are not told. */
  operatorAlerts: OperatorAlerts | null;
  webhookFetch: (merchantId: string) => Fetch;
  /** Where access tokens come from, and how their keys are fetched. */
  tokens: {
    issuer: string;
    jwksUrl: string;
    fetch: Fetch;
    /** Whether they are those from before an outage of the provider. */
    areCached: () => boolean;
  };
  queues: {
    webhooks: Queue<DeliveryMessage>;
    /** Later attempts have a queue of their own, so that they never delay a first one. */
    webhookRetries: Queue<DeliveryMessage>;
    walletEvents: Queue<WalletEventMessage>;
  };
  sessions: SessionStore;
  customerSessions: CustomerSessionStore;
  /** Dashboard users sign in with it. */
  signIn: SignInProvider;
  customerSignIn: SignInProvider;
  /** What an administrator has stopped of a caller, as it is now. */
  findRestrictions: (key: RestrictionsKey) => Promise<Restrictions>;
  walletStops: WalletStops;
  rateLimits: RateLimits;
  intentGuesses: IntentGuesses;
  secretGuesses: SecretGuesses;
  sealedValues: readonly SealedValues[];
  /** What erases records of the sandbox's stand-ins. */
  standInRecords: readonly EraseRecords[];
  deployed: DeployedNames;
  /** The file names of this release's migrations, in order. */
  migrations: readonly string[];
  /** Epoch milliseconds. */
  clock: () => number;
}

/** What a part, or a stand-in of the sandbox, adds to every wallet. */
export interface WalletPart {
  /** The part's tables with rows of a wallet, by their names in an export. */
  rows?: WalletSections;
  /** The part's events on the message bus. */
  events?: WalletEvents;
  /** What the part knows of transactions, by their ids. */
  listVenues?: (
    deps: Dependencies,
    walletId: string,
    transactions: readonly LedgerTransaction[],
  ) => Promise<Map<string, Venue>>;
  /** What waits for the customer's approval besides payments, as the response has it. */
  listApprovals?: (deps: Dependencies, walletId: string) => Promise<Partial<PartApprovals>>;
  /** Rejects what waits for the customer. Returns whether anything goes on. */
  rejectWaiting?: (deps: Dependencies, caller: WalletActor) => Promise<boolean>;
}

/** Where the session of a session kind is, and with whom people sign in to it. Tills are paired instead. */
export function sessionBackend(
  { sessions, customerSessions, signIn, customerSignIn }: Dependencies,
  sessionKind: SessionKind,
  sessionId: string | null = null,
): { store: Omit<CookieSessionStore<CookieSession>, "insert">; signIn: SignInProvider } {
  return sessionKind === "customer"
    ? { store: customerSessions, signIn: customerSignIn }
    : { store: sessions.of(sessionId), signIn };
}
