// What can happen at a shop: one request each, repeated as its client would.
import { setTimeout as sleep } from "node:timers/promises";
import { currencyExponent } from "../../../src/domain/money.ts";
import {
  type CreatePaymentIntent,
  type MerchantClient,
  type PaymentIntent,
  PaymentsApiError,
  PaymentsConnectionError,
} from "../../../src/sdk/index.ts";
import type { Actors, Clients, Shop, Wallet, WalletAction } from "./actors.ts";

const AMOUNT_MINOR_MAX = 5_000;
const HASTY_SHARE = 0.25;
const COUNTER_SHARE = 0.3;
const CALLBACK_SHARE = 0.15;
const REPEATED_SHARE = 0.15;
const AGAIN_DELAY_MS = 300;

/** Requests under an idempotency key, for repeating them much later. */
export type PastRequests = (() => Promise<unknown>)[];

export type Scene = ReturnType<typeof setScene>;

export function setScene(actors: Actors, past: PastRequests, random: () => number) {
  const chance = (share: number) => random() < share;
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error("there is nothing to pick from");
    return item;
  };
  const isPatient = !chance(HASTY_SHARE);
  const shop = pick(actors.shops);
  const customer = pick(actors.wallets);
  const sameCurrency = ({ currency }: Wallet) => currency === customer.currency;
  const requested = {
    shop,
    customer,
    clientOf: (clients: Clients) => clients[isPatient ? "patient" : "hasty"],
  };

  /** Null when the service refuses, which is final. Without patience, a lost response ends the scene. */
  const insist = async <T>(request: () => Promise<T>): Promise<T | null> => {
    for (;;) {
      try {
        return await request();
      } catch (error) {
        if (error instanceof PaymentsApiError && error.status < 500) return null;
        if (!isPatient || !isFailure(error)) throw error;
        await sleep(AGAIN_DELAY_MS);
      }
    }
  };
  /** A second time at once or much later, as a client does that has forgotten the response. */
  const keyed = async <T>(request: () => Promise<T>): Promise<T | null> => {
    past.push(request);
    const response = await insist(request);
    return chance(REPEATED_SHARE) ? await insist(request) : response;
  };
  return {
    chance,
    shop,
    customer,
    otherCustomer: pick(actors.wallets.filter((wallet) => sameCurrency(wallet) && wallet !== customer)),
    poorCustomer: pick(actors.emptyWallets.filter(sameCurrency)),
    create: (fields: Partial<CreatePaymentIntent> = {}) =>
      keyed(creation(requested, fields, { chance, pick, random })),
    scan: (fields: { expires_in?: number } = {}) => keyed(scan(requested, fields, { pick, random })),
    read: ({ id }: PaymentIntent) => insist(() => requested.clientOf(shop.server).paymentIntents.get(id)),
    readPublic: ({ id }: PaymentIntent) => insist(() => shop.server.patient.public.getPaymentIntent(id)),
    list: () => insist(() => requested.clientOf(shop.server).paymentIntents.list({ limit: 20 })),
    listTransactions: () => insist(() => requested.clientOf(shop.server).listTransactions({ limit: 20 })),
    cancel: ({ id }: PaymentIntent) =>
      insist(() => requested.clientOf(shop.server).paymentIntents.cancel(id)),
    expire: ({ id }: PaymentIntent) => insist(() => shop.sandbox.simulate(id, "expire")),
    refund: ({ id }: PaymentIntent) => {
      const idempotencyKey = crypto.randomUUID();
      const client = requested.clientOf(shop.server);
      return keyed(() => client.paymentIntents.refund(id, { idempotencyKey }));
    },
    act: (wallet: Wallet, { id }: PaymentIntent, action: WalletAction) =>
      insist(() => wallet.act(id, action)),
    repeatPastRequest: () => insist(past.length === 0 ? async () => null : pick(past)),
  };
}

interface Requested {
  shop: Shop;
  customer: Wallet;
  clientOf(clients: Clients): MerchantClient;
}

interface Choices {
  chance(share: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  random(): number;
}

/** By the shop's server, or by a counter itself. The reference tells the intents of two requests apart. */
function creation(
  { shop, customer, clientOf }: Requested,
  fields: Partial<CreatePaymentIntent>,
  { chance, pick, random }: Choices,
): () => Promise<PaymentIntent> {
  const idempotencyKey = crypto.randomUUID();
  const owner = chance(COUNTER_SHARE) ? pick(shop.counters) : null;
  const receiver = shop.receivers[owner === null ? 0 : shop.counters.indexOf(owner) + 1];
  const body = {
    amount: randomAmount(customer.currency, random),
    currency: customer.currency,
    reference: idempotencyKey,
    ...(chance(CALLBACK_SHARE) && receiver !== undefined ? { callback_url: `${receiver.url}/callback` } : {}),
    ...fields,
  };
  const client = clientOf(owner?.clients ?? shop.server);
  return () => client.paymentIntents.create(body, { idempotencyKey });
}

function scan(
  { shop, customer, clientOf }: Requested,
  fields: { expires_in?: number },
  { pick, random }: Omit<Choices, "chance">,
): () => Promise<PaymentIntent> {
  const idempotencyKey = crypto.randomUUID();
  const body = {
    scan_token: customer.id,
    counter_id: pick(shop.counters).id,
    amount: randomAmount(customer.currency, random),
    currency: customer.currency,
    reference: idempotencyKey,
    ...fields,
  };
  return () => clientOf(shop.server).scanPayment(body, { idempotencyKey });
}

function randomAmount(currency: string, random: () => number): number {
  return (1 + Math.floor(random() * AMOUNT_MINOR_MAX)) / 10 ** (currencyExponent(currency) ?? 0);
}

/** No response, or one that says nothing about the request. */
export function isFailure(error: unknown): boolean {
  return (
    error instanceof PaymentsConnectionError || (error instanceof PaymentsApiError && error.status >= 500)
  );
}
