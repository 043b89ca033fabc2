import type { WalletEventMessage } from "../bus/cloud-events.ts";
import type { Config } from "../config.ts";
import type { Database } from "../db/client.ts";
import type {
  Cause,
  IdentityProvider,
  Ledger,
  PaymentIntents,
  RateLimits,
  SandboxLedger,
} from "../domain/ports.ts";
import type { DeliveryMessage } from "../webhooks/message.ts";

/** Everything a use case may reach; built in services-for.ts. */
export interface Services {
  config: Config;
  db: Database;
  intents: PaymentIntents;
  ledger: Ledger;
  identityProvider: IdentityProvider;
  /** Null where the ledger is not the embedded one. */
  sandboxLedger: SandboxLedger | null;
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

/** A merchant's caller: the tenant every query is bound to, and the cause that events keep. */
export interface MerchantCaller {
  merchantId: string;
  /** Set when a counter's own credentials are calling. */
  counterId: string | null;
  cause: Cause;
  /** Work that the answer need not wait for. It must not be needed: what it fails to do, the sweep does. */
  defer: (work: Promise<void>) => void;
}
