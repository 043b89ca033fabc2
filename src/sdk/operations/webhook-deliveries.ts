import type { CallOptions } from "../options.ts";
import { nextByCursor, type Page } from "../page.ts";
import { idSegment, type Transport } from "../transport/transport.ts";
import type {
  EventsResponse,
  ListEventsQuery,
  ListWebhookDeliveriesQuery,
  RecoverDeliveries,
  RecoveredResponse,
  StoredEvent,
  WebhookDeliveriesResponse,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookDeliveryResponse,
} from "../wire/webhook-deliveries.ts";

const API = "/merchant/api/v1";
const PATH = `${API}/webhook-deliveries`;

export interface WebhookDeliveries {
  /** Newest first. */
  list(
    query?: ListWebhookDeliveriesQuery,
    options?: CallOptions,
  ): Promise<Page<WebhookDelivery, ListWebhookDeliveriesQuery>>;
  /** Includes the payload and the log of attempts. */
  get(id: string, options?: CallOptions): Promise<WebhookDeliveryDetail>;
  /** Sends the webhook again now, with the same `webhook-id` and a new series of retries. */
  redeliver(id: string, options?: CallOptions): Promise<WebhookDeliveryDetail>;
  /**
   * Sends every failed webhook again whose event was created from `since` until just before `until` (ISO 8601
   * with an offset). Returns how many there were.
   */
  recover(range: RecoverDeliveries, options?: CallOptions): Promise<RecoveredResponse>;
  /**
   * The events of the last 30 days, oldest first, for an endpoint that has missed webhooks. `after` is the id of
   * the last event that the endpoint has; `next` is null when it has caught up.
   */
  events(query?: ListEventsQuery, options?: CallOptions): Promise<Page<StoredEvent, ListEventsQuery>>;
}

export function webhookDeliveries({ send }: Transport): WebhookDeliveries {
  const path = (id: string) => `${PATH}/${idSegment(id)}`;
  return {
    list: (query = {}, options = {}) =>
      send<WebhookDeliveriesResponse>("GET", PATH, { ...options, query }).then((body) => ({
        items: body.deliveries,
        next: nextByCursor(query, body),
      })),
    get: (id, options) =>
      send<WebhookDeliveryResponse>("GET", path(id), options).then(({ delivery }) => delivery),
    redeliver: (id, options) =>
      send<WebhookDeliveryResponse>("POST", `${path(id)}/redeliver`, options).then(
        ({ delivery }) => delivery,
      ),
    recover: (range, options) => send("POST", `${PATH}/recover`, { ...options, body: range }),
    events: (query = {}, options = {}) =>
      send<EventsResponse>("GET", `${API}/events`, { ...options, query }).then(
        ({ events: items, has_more: hasMore, next_after: after }) => ({
          items,
          next: hasMore && after !== null ? { ...query, after } : null,
        }),
      ),
  };
}
