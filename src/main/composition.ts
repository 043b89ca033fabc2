// Composition root: with object-composition.ts the only file that knows adapters. Live has nothing else; the sandbox adds its stand-ins.

import { createIdentityProviderClient } from "#core/adapters/identity-provider.ts";
import { createIntentGuesses, noIntentGuesses } from "#core/adapters/intent-guesses.ts";
import { createLiveWallets } from "#core/adapters/live-wallets.ts";
import { reachObjects } from "#core/adapters/objects.ts";
import { createOperatorAlerts } from "#core/adapters/operator-alerts.ts";
import { createPaymentIntents } from "#core/adapters/payment-intents.ts";
import { createProviderKeys, type ProviderKeys } from "#core/adapters/provider-keys.ts";
import { createRateLimits, noRateLimits } from "#core/adapters/rate-limits.ts";
import { createSecretGuesses } from "#core/adapters/secret-guesses.ts";
import { createSignInProvider } from "#core/adapters/sign-in-provider.ts";
import { createWalletPlatform } from "#core/adapters/wallet-platform.ts";
import type { Config } from "#core/config.ts";
import { createKeySetStore } from "#core/db/identity-provider/provider-keys.ts";
import { findRestrictions } from "#core/db/merchants/restrictions.ts";
import { createCustomerSessionStore, customerTokensColumn } from "#core/db/sessions/customer-sessions.ts";
import { createSessionStore, sessionTokensColumn } from "#core/db/sessions/sessions.ts";
import { createWalletStops } from "#core/db/wallet/wallet-stops.ts";
import { webhookSecretColumns } from "#core/db/webhooks/webhook-secrets.ts";
import { DependencyError } from "#core/domain/dependency-error.ts";
import {
  callbackUrl,
  DASHBOARD_CLIENT_ID,
  issuerUrl,
  jwksUrl,
  signedOutUrl,
  WALLET_CLIENT_ID,
} from "#core/domain/identity-provider/realm.ts";
import { deployedNames } from "#core/domain/operations/deployment.ts";
import type { SealedValues } from "#core/domain/ports/sealed-values.ts";
import type { WalletPlatform } from "#core/domain/ports/wallet.ts";
import type { Result } from "#core/domain/result.ts";
import { RESTART_REASON } from "#core/domain/shards/cells.ts";
import type { ObjectDependencies } from "#core/durable/object-dependencies.ts";
import { memoizeWeak } from "#core/lib/cache.ts";
import { callObject } from "#core/lib/call-object.ts";
import type { Fetch } from "#core/lib/fetch-json.ts";
import type { Composed, Part } from "#core/part.ts";
import type { Dependencies, WalletPart } from "#core/services/dependencies.ts";
import journal from "../../migrations/meta/_journal.json" with { type: "json" };
import { makeEach, mergeLists } from "./merge-lists.ts";
import { networkFetch, objectDependenciesFor } from "./object-composition.ts";
import * as parts from "./parts.ts";

/** What the sandbox has in the place of the systems outside. */
export interface StandIns {
  identityProviderFetch: Fetch;
  /** Whether every request for a token asks the service, so that nobody need tell the provider who may have none. */
  asksForEachToken: boolean;
  /** How the keys of access tokens are fetched. */
  providerKeys: ProviderKeys;
  walletPlatforms: readonly WalletPlatform[];
  /** What the stand-ins store of a wallet. */
  wallet: WalletPart;
  webhookFetch: Dependencies["webhookFetch"];
  sealedValues: readonly SealedValues[];
  standInRecords: Dependencies["standInRecords"];
}

/** Built once per isolate; it holds nothing of a request. Throws ConfigError. */
export const dependenciesFor = memoizeWeak((env: Env) => compose(env, objectDependenciesFor(env)));

/** Composes live, but for what stands in for a system outside. */
export function compose(
  env: Env,
  { config, shards, ledger }: ObjectDependencies,
  standIns: Partial<StandIns> = {},
): Dependencies {
  const db = shards.home;
  const clock = () => Date.now();
  const fetch = standIns.identityProviderFetch ?? networkFetch;
  const issuer = issuerUrl(config.identityProvider.url);
  const { publicUrl } = config;
  const signInAt = {
    ...{ fetch, issuer },
    ...{ redirectUri: callbackUrl(publicUrl), signedOutUri: signedOutUrl(publicUrl) },
  };
  const limits = limitsFor(config, env, clock);
  const objectsOf = reachObjects(config.dataLocation, shards.requireJurisdiction);
  const cellOf = objectsOf(env.CELL_OBJECTS);
  const keys = standIns.providerKeys ?? createProviderKeys({ fetch, store: createKeySetStore(db), clock });
  return {
    ...makeEach<Composed, PartDependencies>(mergeLists(parts, "dependencies"), { config, env, clock }),
    config,
    db,
    shards,
    restoreCell: (name, to) => restoreCell(() => cellOf(name), to),
    intents: createPaymentIntents(objectsOf(env.PAYMENT_INTENTS)),
    liveWallets: createLiveWallets(objectsOf(env.WALLETS)),
    ledger,
    identityProvider: createIdentityProviderClient({
      fetch,
      baseUrl: config.identityProvider.adminUrl,
      admin: config.identityProvider.admin,
      asksForEachToken: standIns.asksForEachToken ?? false,
      environment: config.environment,
    }),
    sessions: createSessionStore(shards),
    customerSessions: createCustomerSessionStore(db),
    signIn: createSignInProvider({ ...signInAt, clientId: DASHBOARD_CLIENT_ID }),
    customerSignIn: createSignInProvider({
      ...signInAt,
      clientId: WALLET_CLIENT_ID,
      signedOutState: WALLET_CLIENT_ID,
    }),
    tokens: { issuer, jwksUrl: jwksUrl(issuer), ...keys },
    walletPlatforms: [
      ...(standIns.walletPlatforms ?? []),
      ...(config.walletEvents === null ? [] : [createWalletPlatform(config.walletEvents, clock)]),
    ],
    tellCustomer: Object.values<Part>(parts).flatMap(({ tellCustomer }) => tellCustomer ?? []),
    walletParts: [...Object.values<Part>(parts), standIns].flatMap(({ wallet }) => wallet ?? []),
    operatorAlerts: config.operatorAlertUrl === null ? null : createOperatorAlerts(config.operatorAlertUrl),
    webhookFetch: standIns.webhookFetch ?? (() => networkFetch),
    queues: {
      webhooks: env.WEBHOOKS,
      webhookRetries: env.WEBHOOK_RETRIES,
      walletEvents: env.WALLET_EVENTS,
    },
    findRestrictions: (key) => findRestrictions(shards, key),
    walletStops: createWalletStops(db, clock),
    ...limits,
    secretGuesses: createSecretGuesses({
      masterKeys: config.masterKeys,
      rateLimits: limits.rateLimits,
      clock,
    }),
    sealedValues: [
      ...webhookSecretColumns(db),
      sessionTokensColumn(db),
      customerTokensColumn(db),
      ...Object.values<Part>(parts).flatMap(({ sealedValues }) => sealedValues?.(db) ?? []),
      ...(standIns.sealedValues ?? []),
    ],
    standInRecords: standIns.standInRecords ?? [],
    deployed: deployedNames(env),
    migrations: journal.entries.map(({ tag }) => `${tag}.sql`),
    clock,
  };
}

/** `cell` makes a stub for each call: one that has failed stays broken. */
async function restoreCell(
  cell: () => ReturnType<Env["CELL_OBJECTS"]["get"]>,
  to: number | string,
): Promise<Result<string, string>> {
  let undo = "";
  try {
    const restored = await cell().restoreAtRestart(to);
    if (!restored.ok) return restored;
    undo = `; its bookmark before is ${restored.value}`;
    const ending = callObject(true, async () => await cell().restart());
    const error = await ending.then(
      () => new Error("the cell has not ended"),
      (error: unknown) => error,
    );
    if (!(error instanceof Error && error.message.includes(RESTART_REASON))) throw error;
    return restored;
  } catch (error) {
    const message = `the cell may go back at its next restart, and not before: repeat the restore${undo}`;
    throw new DependencyError("database", message, { cause: error });
  }
}

function limitsFor(
  config: Config,
  env: Env,
  clock: () => number,
): Pick<Dependencies, "rateLimits" | "intentGuesses"> {
  if (!config.hasRateLimits) return { rateLimits: noRateLimits, intentGuesses: noIntentGuesses };
  const rateLimits = createRateLimits(env);
  const { publicUrl } = config;
  return { rateLimits, intentGuesses: createIntentGuesses({ rateLimits, publicUrl, clock }) };
}
