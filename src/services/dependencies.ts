import type { Config } from "../config.ts";
import type { Database } from "../db/client.ts";
import type {
  IdentityProvider,
  Ledger,
  PaymentIntents,
  RateLimits,
  SandboxLedger,
  WalletEventMessage,
  WalletInbox,
  WalletPlatform,
} from "../domain/ports.ts";
import type { DeliveryMessage } from "../webhooks/message.ts";

/** Everything a use case may reach; built in composition.ts. */
export interface Dependencies {
  config: Config;
  db: Database;
  intents: PaymentIntents;
  ledger: Ledger;
  identityProvider: IdentityProvider;
  /** Null where the ledger is not the embedded one. */
  sandboxLedger: SandboxLedger | null;
  /** All that are told of a wallet's events. */
  walletPlatforms: readonly WalletPlatform[];
  /** Null outside the sandbox. */
  walletInbox: WalletInbox | null;
  /** Where access tokens come from, and how their keys are fetched. */
  tokens: { issuer: string; jwksUrl: string; fetch: (url: string, init?: RequestInit) => Promise<Response> };
  queues: {
    /** First attempts. */
    webhooks: Queue<DeliveryMessage>;
    /** All the others, so that they hold up no first one. */
    webhookRetries: Queue<DeliveryMessage>;
    walletEvents: Queue<WalletEventMessage>;
  };
  rateLimits: RateLimits;
  /** Epoch milliseconds. */
  clock: () => number;
}
