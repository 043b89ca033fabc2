// Who uses the service during the run: shops with counters and webhook receivers, and customers with wallets.
import { currencyExponent } from "#core/domain/money.ts";
import { createSandboxClient, type EventType, type MerchantClient, type Sandbox } from "#sdk/index.ts";
import { connectionFrom } from "#sdk/options.ts";
import { createAccessTokens } from "#sdk/transport/access-token.ts";
import { createTransport } from "#sdk/transport/transport.ts";
import type { Random } from "../../support/random.ts";
import { registerAtPlatform } from "../merchant.ts";
import { failAtRandom, type Receiver, startReceiver } from "../receiver.ts";
import { type Clients, clientsFor, optionsFor, PATIENT_RETRIES } from "./clients.ts";
import { type Desk, openDesk } from "./desk.ts";
import type { Journal } from "./journal.ts";

const SHOPS = 3;
const COUNTERS_PER_SHOP = 2;
const WALLETS_PER_CURRENCY = 6;
const CURRENCIES = ["USD", "JPY"] as const;
const OPENING_MINOR = 100_000_000;
/** Rarely enough that no address becomes degraded: its deliveries would wait for ten minutes. */
const RECEIVER_FAILURE_SHARE = 0.1;
const RECEIVER_FAILURES_MAX = 1;

const EVENTS = [
  "payment.completed",
  "payment.cancelled",
  "payment.expired",
  "payment.approval_requested",
  "refund.pending",
  "refund.completed",
  "refund.failed",
] satisfies EventType[];

export interface Shop {
  merchantId: string;
  server: Clients;
  sandbox: Sandbox;
  counters: { id: string; clients: Clients }[];
  receivers: Receiver[];
}

export interface Wallet {
  id: string;
  currency: string;
  openingMinor: number;
  /** Calls `path` of the wallet API. Never repeats by itself. */
  post<Body>(path: string): Promise<Body>;
  readBalance(): Promise<string>;
}

export interface Actors {
  shops: Shop[];
  wallets: Wallet[];
  /** They have only what a desk puts in. */
  poorWallets: Wallet[];
  desks: Desk[];
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
    poorWallets: await Promise.all(CURRENCIES.map((currency) => open(currency, 0))),
    desks: await Promise.all(CURRENCIES.map((currency) => openDesk(journal, currency))),
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
    post: (path) => transport.send("POST", `/wallet/api/v1/${path}`),
    readBalance: async () => {
      type WalletResponse = { wallet: { balances: { currency: string; amount: string }[] } };
      const { wallet } = await transport.send<WalletResponse>("GET", "/wallet/api/v1/wallet");
      return wallet.balances.find((held) => held.currency === currency)?.amount ?? "0";
    },
  };
}
