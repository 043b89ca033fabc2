// The sandbox's composition: live's, with its stand-ins where no URL of another system is configured.
import { createLedgerClient } from "#core/adapters/ledger.ts";
import type { Database } from "#core/db/client.ts";
import { findRestrictionsAtHome } from "#core/db/merchants/restrictions.ts";
import { isTokenAllowed } from "#core/domain/identity-provider/token-permission.ts";
import type { SandboxLedger } from "#core/domain/ports/ledger.ts";
import type { ObjectDependencies } from "#core/durable/object-dependencies.ts";
import { createLedger } from "#core/ledger/app.ts";
import { eraseTransactionTexts } from "#core/ledger/erase.ts";
import { memoizeWeak } from "#core/lib/cache.ts";
import type { Fetch } from "#core/lib/fetch-json.ts";
import { readChoice } from "#core/lib/variables.ts";
import { compose, type StandIns } from "#main/composition.ts";
import { createExternalLedger, networkFetch, open } from "#main/object-composition.ts";
import { eraseCases } from "./db/cases.ts";
import { hasFault } from "./db/faults.ts";
import { findGrant, hasGrant } from "./db/grants.ts";
import { eraseInboxMessages } from "./db/inbox.ts";
import { eraseApprovalRequests, eraseMadeWallets, storeWalletEvent } from "./db/wallets.ts";
import { createIdentityProvider } from "./identity-provider/app.ts";
import { signingKeyColumn } from "./identity-provider/signing-key.ts";
import type { SandboxDependencies } from "./services/dependencies.ts";
import { receiveInInbox } from "./services/inbox.ts";
import { withSignUpLimits } from "./services/sign-up-limits.ts";
import { WALLET_ROWS } from "./wallet-rows.ts";

/** Built once per isolate; it holds nothing of a request. Throws ConfigError. */
export const sandboxDependenciesFor = memoizeWeak(composeSandbox);

/** What an intent's object needs. Throws ConfigError. */
export const sandboxObjectDependenciesFor = memoizeWeak(
  (env: Env): ObjectDependencies & { sandboxLedger: SandboxLedger | null } => {
    const { config, shards } = open(env, "sandbox");
    const db = shards.home;
    const { url: baseUrl, tokens } = config.ledger;
    if (env.LEDGER_URL || env.LEDGER !== undefined) {
      return { config, shards, ledger: createExternalLedger(env, config.ledger), sandboxLedger: null };
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
    return { config, shards, ledger, sandboxLedger: ledger };
  },
);

function composeSandbox(env: Env): SandboxDependencies {
  const { sandboxLedger, ...ofObjects } = sandboxObjectDependenciesFor(env);
  const { config, shards } = ofObjects;
  const db = shards.home;
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
    standInRecords: [
      eraseTransactionTexts,
      eraseInboxMessages,
      eraseApprovalRequests,
      eraseCases,
      eraseMadeWallets,
    ],
  });
  const hasSignUp = readChoice(env, "SANDBOX_SIGNUP", ["on", "off"], "off") === "on";
  const rateLimits = withSignUpLimits(deps.rateLimits);
  return { ...deps, rateLimits, identityProviderApp, sandboxLedger, hasSignUp };
}

function standInFor(provider: ReturnType<typeof createIdentityProvider>, db: Database): Partial<StandIns> {
  const isAllowed = (claims: Record<string, unknown>) =>
    isTokenAllowed(claims, (key) => findRestrictionsAtHome(db, key));
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
