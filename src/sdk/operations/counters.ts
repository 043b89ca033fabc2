import type { CallOptions } from "../options.ts";
import { type CountedPage, nextByCursor } from "../page.ts";
import { idSegment, type Transport } from "../transport/transport.ts";
import type {
  Counter,
  CounterCreatedResponse,
  CounterResponse,
  CountersResponse,
  CreateCounter,
  ListCountersQuery,
  Pairing,
  PairingResponse,
  RotateSecret,
  Till,
  TillsResponse,
  UpdateCounter,
  WebhookSecretResponse,
  WebhookTestResponse,
} from "../wire/counters.ts";
import type { MessageResponse } from "../wire/payment-intents.ts";
import type { WebhookTest } from "./webhook-settings.ts";

const PATH = "/merchant/api/v1/counters";

export interface Counters {
  /**
   * The only result with the counter's secrets. Not retried after a 5xx or a lost response, because the counter
   * may exist: look for it in `list`.
   */
  create(body: CreateCounter, options?: CallOptions): Promise<CounterCreatedResponse>;
  /** All counters, inactive ones as well, on one page. */
  list(options?: CallOptions): Promise<CountedPage<Counter, never>>;
  /** A page of them, newest first. Pass either `page` or `cursor`: a cursor is equally fast at any depth. */
  page(query?: ListCountersQuery, options?: CallOptions): Promise<CountedPage<Counter, ListCountersQuery>>;
  get(id: string, options?: CallOptions): Promise<Counter>;
  /** Changes the given fields and leaves the others as they are. */
  update(id: string, body: UpdateCounter, options?: CallOptions): Promise<Counter>;
  /** Revokes the counter's credentials at once. Its open intents can still be paid and refunded. */
  deactivate(id: string, options?: CallOptions): Promise<MessageResponse>;
  /** Returns the counter's new webhook secret. Not retried after a 5xx or a lost response: rotate again. */
  rotateSecret(id: string, body?: RotateSecret, options?: CallOptions): Promise<WebhookSecretResponse>;
  /** Sends one `ping` now and returns the signed request and the endpoint's response. */
  testWebhook(id: string, options?: CallOptions): Promise<WebhookTest>;
  /** A one-time code that makes a browser a till of this counter. Not retried after a lost response: create another. */
  createPairing(id: string, options?: CallOptions): Promise<Pairing>;
  /** The counter's tills, newest first. */
  listTills(id: string, options?: CallOptions): Promise<Till[]>;
  /** Takes effect at once. */
  revokeTill(id: string, tillId: string, options?: CallOptions): Promise<MessageResponse>;
}

export function counters(transport: Transport): Counters {
  const path = (id: string) => `${PATH}/${idSegment(id)}`;
  return {
    create: (body, options) => transport.send({ ...options, method: "POST", path: PATH, body }),
    list: (options) =>
      transport
        .send<CountersResponse>({ ...options, method: "GET", path: PATH })
        .then((body) => ({ items: body.counters, next: null, total: body.total })),
    page: (query = {}, options = {}) =>
      transport
        .send<CountersResponse>({ ...options, method: "GET", path: PATH, query: { page: 1, ...query } })
        .then((body) => ({
          items: body.counters,
          next: nextByCursor(query, body.next_cursor ?? null),
          total: body.total,
        })),
    get: (id, options) =>
      transport
        .send<CounterResponse>({ ...options, method: "GET", path: path(id) })
        .then((body) => body.counter),
    update: (id, body, options) =>
      transport
        .send<CounterResponse>({ ...options, method: "PUT", path: path(id), body })
        .then((response) => response.counter),
    deactivate: (id, options) => transport.send({ ...options, method: "DELETE", path: path(id) }),
    rotateSecret: (id, body = {}, options = {}) =>
      transport.send({ ...options, method: "POST", path: `${path(id)}/rotate-secret`, body }),
    testWebhook: (id, options) =>
      transport
        .send<WebhookTestResponse>({ ...options, method: "POST", path: `${path(id)}/test-webhook` })
        .then((body) => body.test),
    createPairing: (id, options) =>
      transport
        .send<PairingResponse>({ ...options, method: "POST", path: `${path(id)}/pairings` })
        .then((body) => body.pairing),
    listTills: (id, options) =>
      transport
        .send<TillsResponse>({ ...options, method: "GET", path: `${path(id)}/tills` })
        .then((body) => body.tills),
    revokeTill: (id, tillId, options) =>
      transport.send({ ...options, method: "DELETE", path: `${path(id)}/tills/${idSegment(tillId)}` }),
  };
}
