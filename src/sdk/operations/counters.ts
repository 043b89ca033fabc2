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
  RenameTill,
  RotateSecret,
  Till,
  TillResponse,
  TillsResponse,
  UpdateCounter,
  WebhookSecretResponse,
  WebhookTestResponse,
} from "../wire/counters.ts";
import type { MessageResponse } from "../wire/payment-intents.ts";
import type { WebhookTest } from "./settings.ts";

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
  /** The counter's tills, newest first. */
  listTills(id: string, options?: CallOptions): Promise<Till[]>;
  renameTill(id: string, tillId: string, body: RenameTill, options?: CallOptions): Promise<Till>;
  /** Takes effect at once. */
  revokeTill(id: string, tillId: string, options?: CallOptions): Promise<MessageResponse>;
}

export function counters({ send }: Transport): Counters {
  const path = (id: string) => `${PATH}/${idSegment(id)}`;
  return {
    create: (body, options) => send("POST", PATH, { ...options, body }),
    list: (options) =>
      send<CountersResponse>("GET", PATH, options).then(({ counters: items, total }) => ({
        items,
        next: null,
        total,
      })),
    page: (query = {}, options = {}) =>
      send<CountersResponse>("GET", PATH, { ...options, query: { page: 1, ...query } }).then((body) => ({
        items: body.counters,
        next: nextByCursor(query, body),
        total: body.total,
      })),
    get: (id, options) => send<CounterResponse>("GET", path(id), options).then(({ counter }) => counter),
    update: (id, body, options) =>
      send<CounterResponse>("PUT", path(id), { ...options, body }).then(({ counter }) => counter),
    deactivate: (id, options) => send("DELETE", path(id), options),
    rotateSecret: (id, body = {}, options = {}) =>
      send("POST", `${path(id)}/rotate-secret`, { ...options, body }),
    testWebhook: (id, options) =>
      send<WebhookTestResponse>("POST", `${path(id)}/test-webhook`, options).then(({ test }) => test),
    listTills: (id, options) =>
      send<TillsResponse>("GET", `${path(id)}/tills`, options).then(({ tills }) => tills),
    renameTill: (id, tillId, body, options) =>
      send<TillResponse>("PATCH", `${path(id)}/tills/${idSegment(tillId)}`, { ...options, body }).then(
        ({ till }) => till,
      ),
    revokeTill: (id, tillId, options) => send("DELETE", `${path(id)}/tills/${idSegment(tillId)}`, options),
  };
}
