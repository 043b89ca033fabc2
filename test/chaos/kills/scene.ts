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
import type { Random } from "../../support/random.ts";
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

export function setScene(actors: Actors, past: PastRequests, random: Random) {
  const isPatient = !random.chance(HASTY_SHARE);
  const shop = random.pick(actors.shops);
  const customer = random.pick(actors.wallets);
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
    return random.chance(REPEATED_SHARE) ? await insist(request) : response;
  };
  return {
    chance: (share: number) => random.chance(share),
    shop,
    customer,
    otherCustomer: random.pick(
      actors.wallets.filter((wallet) => sameCurrency(wallet) && wallet !== customer),
    ),
    poorCustomer: random.pick(actors.emptyWallets.filter(sameCurrency)),
    create: (fields: Partial<CreatePaymentIntent> = {}) => keyed(creation(requested, fields, random)),
    scan: (fields: { expires_in?: number } = {}) => keyed(scan(requested, fields, random)),
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
    repeatPastRequest: () => insist(past.length === 0 ? async () => null : random.pick(past)),
  };
}

interface Requested {
  shop: Shop;
  customer: Wallet;
  clientOf(clients: Clients): MerchantClient;
}

/** By the shop's server, or by a counter itself. The reference tells the intents of two requests apart. */
function creation(
  { shop, customer, clientOf }: Requested,
  fields: Partial<CreatePaymentIntent>,
  random: Random,
): () => Promise<PaymentIntent> {
  const idempotencyKey = crypto.randomUUID();
  const owner = random.chance(COUNTER_SHARE) ? random.pick(shop.counters) : null;
  const receiver = shop.receivers[owner === null ? 0 : shop.counters.indexOf(owner) + 1];
  const body = {
    amount: randomAmount(customer.currency, random),
    currency: customer.currency,
    reference: idempotencyKey,
    ...(random.chance(CALLBACK_SHARE) && receiver !== undefined
      ? { callback_url: `${receiver.url}/callback` }
      : {}),
    ...fields,
  };
  const client = clientOf(owner?.clients ?? shop.server);
  return () => client.paymentIntents.create(body, { idempotencyKey });
}

function scan(
  { shop, customer, clientOf }: Requested,
  fields: { expires_in?: number },
  random: Random,
): () => Promise<PaymentIntent> {
  const idempotencyKey = crypto.randomUUID();
  const body = {
    scan_token: customer.id,
    counter_id: random.pick(shop.counters).id,
    amount: randomAmount(customer.currency, random),
    currency: customer.currency,
    reference: idempotencyKey,
    ...fields,
  };
  return () => clientOf(shop.server).scanPayment(body, { idempotencyKey });
}

function randomAmount(currency: string, random: Random): number {
  return random.integer(1, AMOUNT_MINOR_MAX) / 10 ** (currencyExponent(currency) ?? 0);
}

/** No response, or one that says nothing about the request. */
export function isFailure(error: unknown): boolean {
  return (
    error instanceof PaymentsConnectionError || (error instanceof PaymentsApiError && error.status >= 500)
  );
}
