// What can happen at a shop: one request each, repeated as its client would.
import { setTimeout as sleep } from "node:timers/promises";
import { currencyExponent } from "#core/domain/money.ts";
import {
  type CreatePaymentIntent,
  type PaymentIntent,
  PaymentsApiError,
  PaymentsConnectionError,
  PaymentsEndedError,
} from "#sdk/index.ts";
import type { Random } from "../../support/random.ts";
import type { Actors, Shop, Wallet } from "./actors.ts";
import type { Clients } from "./clients.ts";
import type { DeskMovement } from "./desk.ts";

const AMOUNT_MINOR_MAX = 5_000;
const HASTY_SHARE = 0.25;
const COUNTER_SHARE = 0.3;
const CALLBACK_SHARE = 0.15;
const REPEATED_SHARE = 0.15;
const DOUBLE_CLICK_SHARE = 0.5;
const AGAIN_DELAY_MS = 300;

/** Requests under an idempotency key, for repeating them much later. */
export type PastRequests = (() => Promise<unknown>)[];

export type Scene = ReturnType<typeof setScene>;

export function setScene(actors: Actors, past: PastRequests, random: Random) {
  const isPatient = !random.chance(HASTY_SHARE);
  const shop = random.pick(actors.shops);
  const customer = random.pick(actors.wallets);
  const sameCurrency = ({ currency }: { currency: string }) => currency === customer.currency;
  const poorCustomer = random.pick(actors.poorWallets.filter(sameCurrency));
  const desk = random.pick(actors.desks.filter(sameCurrency));
  const requested = {
    shop,
    customer,
    clientOf: <Client>(clients: Clients<Client>) => clients[isPatient ? "patient" : "hasty"],
  };

  /** Returns null when the service refuses, which is final. Without patience, a lost response ends the scene. */
  const insist = async <T>(request: () => Promise<T>): Promise<T | null> => {
    for (;;) {
      try {
        return await request();
      } catch (error) {
        if (error instanceof PaymentsApiError && error.status < 500) return null;
        // Repeated once it has ended: its key is used up.
        if (error instanceof PaymentsEndedError) return null;
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
  /** Often clicked twice. */
  const askDesk = async (what: string, given: object) => {
    const idempotencyKey = crypto.randomUUID();
    const body = { amount: randomAmount(desk.currency, random), ...given };
    const post = requested.clientOf(desk.clients);
    const request = () => post(`/desk/api/v1/${what}`, body, idempotencyKey);
    const isTwice = random.chance(DOUBLE_CLICK_SHARE);
    const [response] = await Promise.all([keyed(request), isTwice ? insist(request) : null]);
    return response?.movement ?? null;
  };
  return {
    chance: (share: number) => random.chance(share),
    shop,
    customer,
    otherCustomer: random.pick(
      actors.wallets.filter((wallet) => sameCurrency(wallet) && wallet !== customer),
    ),
    poorCustomer,
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
    act: (wallet: Wallet, { id }: PaymentIntent, action: "confirm" | "approve" | "reject") =>
      insist(() => wallet.post(`payment-intents/${id}/${action}`)),
    topUp: () => askDesk("top-ups", { wallet_id: poorCustomer.id }),
    payOut: async () => {
      const shown = await insist(() => poorCustomer.post<{ scan_token: string }>("scan-token"));
      return shown && (await askDesk("pay-outs", { scan_token: shown.scan_token }));
    },
    /** A little more than half of it is asked back. */
    correct: ({ id, amount_minor: minor, currency }: DeskMovement) =>
      askDesk(`movements/${id}/corrections`, { amount: decimalOf(Math.floor(minor / 2) + 1, currency) }),
    withdraw: ({ id }: DeskMovement) =>
      insist(() => requested.clientOf(desk.clients)(`/desk/api/v1/movements/${id}/withdraw`, {})),
    decide: ({ id }: DeskMovement, action: "approve" | "reject") =>
      insist(() => poorCustomer.post(`pay-outs/${id}/${action}`)),
    repeatPastRequest: () => insist(past.length === 0 ? async () => null : random.pick(past)),
  };
}

interface Requested {
  shop: Shop;
  customer: Wallet;
  clientOf<Client>(clients: Clients<Client>): Client;
}

/** The shop's server creates it, or a counter itself. The reference tells the intents of two requests apart. */
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
  return decimalOf(random.integer(1, AMOUNT_MINOR_MAX), currency);
}

function decimalOf(minor: number, currency: string): number {
  return minor / 10 ** (currencyExponent(currency) ?? 0);
}

/** No response, or one that says nothing about the request. */
export function isFailure(error: unknown): boolean {
  return (
    error instanceof PaymentsConnectionError || (error instanceof PaymentsApiError && error.status >= 500)
  );
}
