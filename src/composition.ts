// Composition root: the only file that knows all adapters.
import type { Hono } from "hono";
import journal from "../migrations/meta/_journal.json" with { type: "json" };
import { createIdentityProviderClient } from "./adapters/identity-provider.ts";
import { createLedgerClient } from "./adapters/ledger.ts";
import { createOperatorAlerts } from "./adapters/operator-alerts.ts";
import { createPaymentIntents } from "./adapters/payment-intents.ts";
import { createProviderKeys, type ProviderKeys } from "./adapters/provider-keys.ts";
import { createPublicLookups, noPublicLookups } from "./adapters/public-lookups.ts";
import { createRateLimits, noRateLimits } from "./adapters/rate-limits.ts";
import { createSignInProvider } from "./adapters/sign-in-provider.ts";
import { createWalletPlatform } from "./adapters/wallet-platform.ts";
import { type Config, readConfig } from "./config.ts";
import { type Database, openDatabase } from "./db/client.ts";
import { createKeySetStore } from "./db/identity-provider/provider-keys.ts";
import { findStanding } from "./db/merchants/standing.ts";
import { createSessionStore, sessionTokensColumn } from "./db/sessions/sessions.ts";
import { webhookSecretColumns } from "./db/webhooks/webhook-secrets.ts";
import { deployedNames } from "./domain/deployment.ts";
import type { Ledger } from "./domain/ports/ledger.ts";
import type { ErasableRecords, SandboxLedger, WalletInbox } from "./domain/ports/sandbox.ts";
import type { WalletPlatform } from "./domain/ports/wallet.ts";
import type { ProviderCaller } from "./domain/provider-caller.ts";
import { callbackUrl, issuerUrl, jwksUrl, signedOutUrl } from "./domain/realm.ts";
import { isTokenAllowed } from "./domain/token-permission.ts";
import { createIdentityProvider } from "./embedded/identity-provider/app.ts";
import { signingKeyColumn } from "./embedded/identity-provider/signing-key.ts";
import { createInboxMessages } from "./embedded/stage/erase.ts";
import { createStageFaults } from "./embedded/stage/faults.ts";
import { createStageInbox } from "./embedded/stage/inbox.ts";
import { createApprovalRequests } from "./embedded/wallet/erase.ts";
import { createWalletInbox } from "./embedded/wallet/inbox.ts";
import { createSandboxWallets } from "./embedded/wallet/owners.ts";
import { createLedger } from "./ledger/app.ts";
import { createTransactionTexts } from "./ledger/erase.ts";
import type { Fetch } from "./lib/fetch-json.ts";
import { oncePerObject } from "./lib/once-per-object.ts";
import type { Dependencies } from "./services/dependencies.ts";

interface Composition {
  deps: Dependencies;
  /** Null when an external one is configured. */
  identityProvider: Hono<{ Bindings: ProviderCaller }> | null;
}

/** Built once per isolate; it holds nothing of a request. Throws ConfigError. */
export const compositionFor = oncePerObject(compose);

export function dependenciesFor(env: Env): Dependencies {
  return compositionFor(env).deps;
}

/** What an intent's object needs, built once per isolate: every payment has an object of its own. Throws ConfigError. */
export const objectDependenciesFor = oncePerObject((env: Env) => {
  const config = readConfig(env);
  const db = openDatabase(env.DB, config.storageFormat);
  return { config, db, ledger: ledgerFor(config, db, env) };
});

/** The external ledger over the network, or the embedded one called in process through the same client. */
function ledgerFor(config: Config, db: Database, env: Env): Ledger & SandboxLedger {
  const { url, tokens, isEmbedded } = config.ledger;
  return createLedgerClient({
    fetch: isEmbedded ? embeddedLedgerFetch(config, db, env) : networkFetch,
    baseUrl: url,
    tokens,
    isInProcess: isEmbedded,
  });
}

function compose(env: Env): Composition {
  const { config, db, ledger } = objectDependenciesFor(env);
  const clock = () => Date.now();
  const identityProvider = config.identityProvider.isEmbedded
    ? createIdentityProvider({
        db,
        issuerBaseUrl: config.publicUrl,
        masterKeys: config.masterKeys,
        admin: config.identityProvider.admin,
      })
    : null;
  const isAllowed = (claims: Record<string, unknown>) =>
    isTokenAllowed(claims, (key) => findStanding(db, key));
  const authFetch = identityProvider === null ? networkFetch : inProcess(identityProvider, { isAllowed });
  const issuer = issuerUrl(config.identityProvider.url);
  const deps: Dependencies = {
    config,
    db,
    intents: createPaymentIntents(env.PAYMENT_INTENTS),
    ledger,
    sandboxLedger: config.ledger.isEmbedded ? ledger : null,
    identityProvider: createIdentityProviderClient({
      fetch: authFetch,
      baseUrl: config.identityProvider.adminUrl,
      admin: config.identityProvider.admin,
    }),
    sessions: createSessionStore(db),
    signIn: createSignInProvider({
      fetch: authFetch,
      issuer,
      redirectUri: callbackUrl(config.publicUrl),
      signedOutUri: signedOutUrl(config.publicUrl),
    }),
    tokens: { issuer, jwksUrl: jwksUrl(issuer), ...keysFor(config, db, clock, authFetch) },
    ...walletPlatformsFor(config, db, clock),
    operatorAlerts: config.operatorAlertUrl === null ? null : createOperatorAlerts(config.operatorAlertUrl),
    sandboxWallets: config.environment === "sandbox" ? createSandboxWallets(db) : null,
    ...stageFor(config, db, clock),
    erasableRecords: config.environment === "sandbox" ? erasableRecordsIn(db) : [],
    queues: {
      webhooks: env.WEBHOOKS,
      webhookRetries: env.WEBHOOK_RETRIES,
      walletEvents: env.WALLET_EVENTS,
    },
    findStanding: (key) => findStanding(db, key),
    ...limitsFor(config, env, clock),
    // Includes the signing keys even with an external provider: they must be readable if that changes.
    sealedValues: [...webhookSecretColumns(db), sessionTokensColumn(db), signingKeyColumn(db)],
    deployed: deployedNames(env),
    migrations: journal.entries.map(({ tag }) => `${tag}.sql`),
    clock,
  };
  return { deps, identityProvider };
}

/** The embedded provider's keys are in the database anyway. */
function keysFor(config: Config, db: Database, clock: () => number, fetch: Fetch): ProviderKeys {
  if (config.identityProvider.isEmbedded) return { fetch, areCached: () => false };
  return createProviderKeys({ fetch, store: createKeySetStore(db), clock });
}

function limitsFor(
  config: Config,
  env: Env,
  clock: () => number,
): Pick<Dependencies, "rateLimits" | "publicLookups"> {
  if (!config.hasRateLimits) return { rateLimits: noRateLimits, publicLookups: noPublicLookups };
  const rateLimits = createRateLimits({
    token_client: env.LIMIT_TOKEN_CLIENT,
    token_failures: env.LIMIT_TOKEN_FAILURES,
    writes: env.LIMIT_WRITES,
    creations: env.LIMIT_CREATIONS,
    webhooks: env.LIMIT_WEBHOOKS,
    reads: env.LIMIT_READS,
    public_reads: env.LIMIT_PUBLIC_READS,
    unknown_ids: env.LIMIT_UNKNOWN_IDS,
    lists: env.LIMIT_LISTS,
    long_reads: env.LIMIT_LONG_READS,
    downloads: env.LIMIT_DOWNLOADS,
  });
  const { publicUrl } = config;
  return { rateLimits, publicLookups: createPublicLookups({ rateLimits, publicUrl, clock }) };
}

/** The sandbox's inbox, and the external platform if one is configured. */
export function walletPlatformsFor(
  config: Config,
  db: Database,
  clock: () => number,
): { walletPlatforms: WalletPlatform[]; walletInbox: WalletInbox | null } {
  const walletInbox = config.environment === "sandbox" ? createWalletInbox(db) : null;
  const external = config.walletEvents === null ? null : createWalletPlatform(config.walletEvents, clock);
  return { walletInbox, walletPlatforms: [walletInbox, external].filter((platform) => platform !== null) };
}

/** Only webhooks to the inbox stay in process. */
function stageFor(
  config: Config,
  db: Database,
  clock: () => number,
): Pick<Dependencies, "stage" | "webhookFetch"> {
  const { inboxUrl } = config.webhooks;
  if (inboxUrl === null) return { stage: null, webhookFetch: () => networkFetch };
  const inbox = createStageInbox(db, clock);
  return {
    stage: { inbox, faults: createStageFaults(db) },
    webhookFetch: (merchantId) => async (url, init) =>
      url === inboxUrl
        ? await inbox.receive(merchantId, new Request(url, init))
        : await networkFetch(url, init),
  };
}

function erasableRecordsIn(db: Database): ErasableRecords[] {
  return [createTransactionTexts(db), createInboxMessages(db), createApprovalRequests(db)];
}

function embeddedLedgerFetch(config: Config, db: Database, env: Env): Fetch {
  const faults = createStageFaults(db);
  const ledger = createLedger({
    db,
    findFaults: faults.list,
    tokens: config.ledger.tokens,
    scheduleSettlement: async (transactionId, delaySeconds) => {
      await env.LEDGER_SETTLEMENTS?.send({ transactionId }, { delaySeconds });
    },
  });
  return inProcess(ledger);
}

interface App<Bindings> {
  fetch: (request: Request, bindings?: Bindings) => Response | Promise<Response>;
}

function inProcess<Bindings>(app: App<Bindings>, bindings?: Bindings): Fetch {
  return async (input, init) => await app.fetch(new Request(input, init), bindings);
}

const networkFetch: Fetch = (input, init) => fetch(input, init);
