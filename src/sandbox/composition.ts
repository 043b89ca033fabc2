// The sandbox's composition: live's, with its stand-ins where no URL of another system is configured.
import { createLedgerClient } from "../adapters/ledger.ts";
import { compose, type StandIns } from "../composition.ts";
import type { Database } from "../db/client.ts";
import { findStandingAtHome } from "../db/merchants/standing.ts";
import { hasFault } from "../db/sandbox/faults.ts";
import { findGrant, hasGrant } from "../db/sandbox/grants.ts";
import { eraseInboxMessages } from "../db/sandbox/inbox.ts";
import { eraseApprovalRequests, storeWalletEvent } from "../db/sandbox/wallets.ts";
import type { SandboxLedger } from "../domain/ports/ledger.ts";
import { isTokenAllowed } from "../domain/token-permission.ts";
import type { ObjectDependencies } from "../durable/object-dependencies.ts";
import { createIdentityProvider } from "../embedded/identity-provider/app.ts";
import { signingKeyColumn } from "../embedded/identity-provider/signing-key.ts";
import { createLedger } from "../ledger/app.ts";
import { eraseTransactionTexts } from "../ledger/erase.ts";
import { memoizeWeak } from "../lib/cache.ts";
import type { Fetch } from "../lib/fetch-json.ts";
import { createExternalLedger, networkFetch, open } from "../object-composition.ts";
import type { SandboxDependencies } from "../services/sandbox/dependencies.ts";
import { receiveInInbox } from "../services/sandbox/inbox.ts";
import { WALLET_ROWS } from "./wallet-rows.ts";

/** Built once per isolate; it holds nothing of a request. Throws ConfigError. */
export const sandboxDependenciesFor = memoizeWeak(composeSandbox);

/** What an intent's object needs. Throws ConfigError. */
export const sandboxObjectDependenciesFor = memoizeWeak(
  (env: Env): ObjectDependencies & { sandboxLedger: SandboxLedger | null } => {
    const { config, places } = open(env, "sandbox");
    const db = places.home;
    const { url: baseUrl, tokens } = config.ledger;
    if (env.LEDGER_URL || env.LEDGER !== undefined) {
      return { config, places, ledger: createExternalLedger(env, config.ledger), sandboxLedger: null };
    }
    const app = createLedger({
      db,
      tokens,
      staging: { findGrant: (walletId) => findGrant(db, walletId), hasGrant, hasFault },
      // Refunds come from an object, which stays while it sends.
      scheduleSettlement: async (transactionId, delaySeconds) => {
        await env.LEDGER_SETTLEMENTS?.send({ transactionId }, { delaySeconds });
      },
    });
    const ledger = createLedgerClient({ fetch: inProcess(app), baseUrl, tokens });
    return { config, places, ledger, sandboxLedger: ledger };
  },
);

function composeSandbox(env: Env): SandboxDependencies {
  const { sandboxLedger, ...ofObjects } = sandboxObjectDependenciesFor(env);
  const { config, places } = ofObjects;
  const db = places.home;
  const identityProviderApp = env.AUTH_URL
    ? null
    : createIdentityProvider({
        db,
        publicUrl: config.publicUrl,
        masterKeys: config.masterKeys,
        admin: config.identityProvider.admin,
      });
  const { inboxUrl } = config.webhooks;
  const deps = compose(env, ofObjects, {
    ...(identityProviderApp !== null && standInFor(identityProviderApp, db)),
    wallet: { rows: WALLET_ROWS },
    walletPlatforms: [{ receive: (event) => storeWalletEvent(db, event) }],
    // Only webhooks to the inbox stay in process.
    webhookFetch: (merchantId) => async (url, init) =>
      url === inboxUrl
        ? await receiveInInbox(db, merchantId, new Request(url, init), Date.now())
        : await networkFetch(url, init),
    // Even with an external provider: the signing keys must be readable if that changes.
    sealedValues: [signingKeyColumn(db)],
    standInRecords: [eraseTransactionTexts, eraseInboxMessages, eraseApprovalRequests],
  });
  return { ...deps, identityProviderApp, sandboxLedger };
}

function standInFor(provider: ReturnType<typeof createIdentityProvider>, db: Database): Partial<StandIns> {
  const isAllowed = (claims: Record<string, unknown>) =>
    isTokenAllowed(claims, (key) => findStandingAtHome(db, key));
  const fetch = inProcess(provider, { isAllowed });
  return {
    identityProviderFetch: fetch,
    asksForEachToken: true,
    // They are in the database anyway.
    providerKeys: { fetch, areCached: () => false },
  };
}

interface App<Bindings> {
  fetch: (request: Request, bindings?: Bindings) => Response | Promise<Response>;
}

function inProcess<Bindings>(app: App<Bindings>, bindings?: Bindings): Fetch {
  return async (input, init) => await app.fetch(new Request(input, init), bindings);
}
