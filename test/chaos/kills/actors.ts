// Who uses the service during the run: shops with counters and webhook receivers, and customers with wallets.
import { setTimeout as sleep } from "node:timers/promises";
import { currencyExponent } from "../../../src/domain/money.ts";
import {
  createMerchantClient,
  createSandboxClient,
  type EventType,
  type MerchantClient,
  type PublicPaymentIntent,
  type Sandbox,
} from "../../../src/sdk/index.ts";
import { connectionFrom, type MerchantClientOptions } from "../../../src/sdk/options.ts";
import { createAccessTokens } from "../../../src/sdk/transport/access-token.ts";
import { createTransport } from "../../../src/sdk/transport/transport.ts";
import type { Random } from "../../support/random.ts";
import { registerAtPlatform } from "../merchant.ts";
import { failAtRandom, type Receiver, startReceiver } from "../receiver.ts";
import { BASE_URL } from "../service.ts";
import type { Journal } from "./journal.ts";

const SHOPS = 3;
const COUNTERS_PER_SHOP = 2;
const WALLETS_PER_CURRENCY = 6;
export const CURRENCIES = ["USD", "JPY"] as const;
const OPENING_MINOR = 100_000_000;
/** Rarely enough that no address becomes degraded: its deliveries would wait for ten minutes. */
const RECEIVER_FAILURE_SHARE = 0.1;
const RECEIVER_FAILURES_MAX = 1;
/** Enough to outlast a restart. */
const PATIENT_RETRIES = 600;
const RETRY_DELAY_MS_MAX = 500;

const EVENTS: EventType[] = [
  "payment.completed",
  "payment.cancelled",
  "payment.expired",
  "payment.approval_requested",
  "refund.pending",
  "refund.completed",
  "refund.failed",
];

/** `patient` repeats what got no response until it has one; `hasty` gives up. */
export interface Clients {
  patient: MerchantClient;
  hasty: MerchantClient;
}

export interface Shop {
  merchantId: string;
  server: Clients;
  sandbox: Sandbox;
  counters: { id: string; clients: Clients }[];
  receivers: Receiver[];
}

export type WalletAction = "confirm" | "approve" | "reject";

export interface Wallet {
  id: string;
  currency: string;
  openingMinor: number;
  /** Never repeated by itself. */
  act(intentId: string, action: WalletAction): Promise<PublicPaymentIntent>;
  readBalance(): Promise<string>;
}

export interface Actors {
  shops: Shop[];
  wallets: Wallet[];
  /** They have no money. */
  emptyWallets: Wallet[];
}

export async function gatherActors(journal: Journal, random: Random): Promise<Actors> {
  const shops = await Promise.all(
    Array.from({ length: SHOPS }, (_, index) => openShop(journal, random, `Shop ${index + 1}`)),
  );
  const [shop] = shops;
  if (shop === undefined) throw new Error("there is no shop");
  const open = (currency: string, openingMinor: number) => openWallet(journal, shop, currency, openingMinor);
  const rich = CURRENCIES.flatMap((currency) => Array.from({ length: WALLETS_PER_CURRENCY }, () => currency));
  return {
    shops,
    wallets: await Promise.all(rich.map((currency) => open(currency, OPENING_MINOR))),
    emptyWallets: await Promise.all(CURRENCIES.map((currency) => open(currency, 0))),
  };
}

async function openShop(journal: Journal, random: Random, name: string): Promise<Shop> {
  const registered = await registerAtPlatform(name);
  const credentials = { clientId: registered.client_id, clientSecret: registered.client_secret };
  const server = clientsFor(journal, credentials);
  const receiver = await newReceiver(random);
  await server.patient.webhook.update({ url: receiver.url, events: EVENTS });
  receiver.useSecret((await server.patient.webhook.rotateSecret()).webhook_secret);
  const counters = await Promise.all(
    Array.from({ length: COUNTERS_PER_SHOP }, () => openCounter(journal, random, server.patient)),
  );
  return {
    merchantId: registered.merchant_id,
    server,
    sandbox: createSandboxClient(optionsFor(journal, credentials, PATIENT_RETRIES)),
    counters,
    receivers: [receiver, ...counters.map((counter) => counter.receiver)],
  };
}

async function openCounter(journal: Journal, random: Random, shop: MerchantClient) {
  const receiver = await newReceiver(random);
  const created = await shop.counters.create({
    name: "Till",
    webhook_url: receiver.url,
    webhook_events: EVENTS,
  });
  receiver.useSecret(created.webhook_secret);
  const credentials = { clientId: created.client_id, clientSecret: created.client_secret };
  return { id: created.counter.id, receiver, clients: clientsFor(journal, credentials) };
}

async function newReceiver(random: Random): Promise<Receiver> {
  return await startReceiver(failAtRandom(random, RECEIVER_FAILURES_MAX, RECEIVER_FAILURE_SHARE));
}

async function openWallet(
  journal: Journal,
  { sandbox }: Shop,
  currency: string,
  openingMinor: number,
): Promise<Wallet> {
  const balance = openingMinor / 10 ** (currencyExponent(currency) ?? 0);
  const opened = await sandbox.createWallet({ currency, balance });
  const credentials = { clientId: opened.client_id, clientSecret: opened.client_secret };
  const options = {
    ...optionsFor(journal, credentials, PATIENT_RETRIES),
    fetch: journal.fetchAs(opened.wallet_id),
  };
  const connection = connectionFrom(options);
  const transport = createTransport(connection, createAccessTokens(connection, options));
  return {
    id: opened.wallet_id,
    currency,
    openingMinor,
    act: async (intentId, action) => {
      const path = `/wallet/api/v1/payment-intents/${intentId}/${action}`;
      const response = await transport.send<{ payment_intent: PublicPaymentIntent }>("POST", path);
      return response.payment_intent;
    },
    readBalance: async () => {
      type WalletResponse = { wallet: { balances: { currency: string; amount: string }[] } };
      const { wallet } = await transport.send<WalletResponse>("GET", "/wallet/api/v1/wallet");
      return wallet.balances.find((held) => held.currency === currency)?.amount ?? "0";
    },
  };
}

interface Credentials {
  clientId: string;
  clientSecret: string;
}

function clientsFor(journal: Journal, credentials: Credentials): Clients {
  return {
    patient: createMerchantClient(optionsFor(journal, credentials, PATIENT_RETRIES)),
    hasty: createMerchantClient(optionsFor(journal, credentials, 0)),
  };
}

function optionsFor(journal: Journal, credentials: Credentials, retries: number): MerchantClientOptions {
  return {
    ...credentials,
    baseUrl: BASE_URL,
    retries,
    fetch: journal.fetchAs(credentials.clientId),
    // A service that is being restarted is tried again soon, whatever it has asked for.
    sleep: async (ms) => {
      await sleep(Math.min(ms, RETRY_DELAY_MS_MAX));
    },
  };
}
