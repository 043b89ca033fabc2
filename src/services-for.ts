// Composition root: the only file that knows every adapter.
import type { Hono } from "hono";
import type { Fetch } from "./clients/http.ts";
import { createIdentityProviderClient } from "./clients/identity-provider.ts";
import { createLedgerClient } from "./clients/ledger.ts";
import { createPaymentIntents } from "./clients/payment-intents.ts";
import { createRateLimits, noRateLimits } from "./clients/rate-limits.ts";
import { type Config, readConfig } from "./config.ts";
import { openDatabase } from "./db/client.ts";
import type { Ledger, SandboxLedger } from "./domain/ports.ts";
import { createIdentityProvider } from "./embedded/identity-provider/app.ts";
import { issuerUrl } from "./embedded/identity-provider/realm.ts";
import { createLedger } from "./embedded/ledger/app.ts";
import type { Services } from "./services/context.ts";

interface Composition {
  services: Services;
  /** Null where an external one is configured. */
  identityProvider: Hono | null;
}

const compositions = new WeakMap<Env, Composition>();

/** Built once per isolate; nothing in it belongs to a request. Throws ConfigError. */
export function compositionFor(env: Env): Composition {
  const known = compositions.get(env);
  if (known !== undefined) return known;
  const composition = compose(env);
  compositions.set(env, composition);
  return composition;
}

export function servicesFor(env: Env): Services {
  return compositionFor(env).services;
}

/** The ledger over HTTP: the network's, or the embedded one called in process through the same client. */
export function ledgerFor(config: Config, env: Env): Ledger & SandboxLedger {
  const { url, token, isEmbedded } = config.ledger;
  return createLedgerClient({
    fetch: isEmbedded ? embeddedLedgerFetch(config, env) : networkFetch,
    baseUrl: url,
    token,
  });
}

function compose(env: Env): Composition {
  const config = readConfig(env);
  const db = openDatabase(env.DB);
  const identityProvider = config.identityProvider.isEmbedded
    ? createIdentityProvider({
        db,
        issuerBaseUrl: config.publicUrl,
        masterKeys: config.masterKeys,
        admin: config.admin,
      })
    : null;
  const authFetch = identityProvider === null ? networkFetch : inProcess(identityProvider);
  const issuer = issuerUrl(config.identityProvider.url);
  const ledger = ledgerFor(config, env);
  const services: Services = {
    config,
    db,
    intents: createPaymentIntents(env.PAYMENT_INTENTS),
    ledger,
    sandboxLedger: config.ledger.isEmbedded ? ledger : null,
    identityProvider: createIdentityProviderClient({
      fetch: authFetch,
      baseUrl: config.identityProvider.url,
      admin: config.identityProvider.admin,
    }),
    tokens: { issuer, jwksUrl: `${issuer}/protocol/openid-connect/certs`, fetch: authFetch },
    queues: {
      webhooks: env.WEBHOOKS,
      webhookRetries: env.WEBHOOK_RETRIES,
      walletEvents: env.WALLET_EVENTS,
    },
    rateLimits: config.hasRateLimits
      ? createRateLimits({
          token_client: env.LIMIT_TOKEN_CLIENT,
          token_failures: env.LIMIT_TOKEN_FAILURES,
          writes: env.LIMIT_WRITES,
          reads: env.LIMIT_READS,
          public_reads: env.LIMIT_PUBLIC_READS,
        })
      : noRateLimits,
    clock: () => Date.now(),
  };
  return { services, identityProvider };
}

function embeddedLedgerFetch(config: Config, env: Env): Fetch {
  const ledger = createLedger({
    db: openDatabase(env.DB),
    token: config.ledger.token,
    scheduleSettlement: async (transactionId, delaySeconds) => {
      await env.LEDGER_SETTLEMENTS?.send({ transactionId }, { delaySeconds });
    },
  });
  return inProcess(ledger);
}

function inProcess(app: Hono): Fetch {
  return async (input, init) => await app.fetch(new Request(input, init));
}

const networkFetch: Fetch = (input, init) => fetch(input, init);
