import type { CallOptions } from "../options.ts";
import { idSegment, type Transport } from "../transport/transport.ts";
import type {
  DeliveriesResponse,
  DeliveryResponse,
  EventsQuery,
  EventsResponse,
  ListDeliveriesQuery,
  RecoverResponse,
} from "../wire/delivery.ts";

const API = "/merchant/api/v1";
const PATH = `${API}/webhook-deliveries`;

export type WebhookDeliveries = ReturnType<typeof webhookDeliveries>;

export function webhookDeliveries(transport: Transport) {
  return {
    /** One page, newest first. */
    list: (query: ListDeliveriesQuery = {}, options: CallOptions = {}) =>
      transport.send<DeliveriesResponse>({ ...options, method: "GET", path: PATH, query }),

    /** Includes the payload and the log of attempts. */
    get: (id: string, options: CallOptions = {}) =>
      transport.send<DeliveryResponse>({ ...options, method: "GET", path: `${PATH}/${idSegment(id)}` }),

    /** Sends the webhook again now, with the same `webhook-id` and a new series of retries. */
    redeliver: (id: string, options: CallOptions = {}) =>
      transport.send<DeliveryResponse>({
        ...options,
        method: "POST",
        path: `${PATH}/${idSegment(id)}/redeliver`,
      }),

    /**
     * Sends every failed webhook again whose event was created from `since` until just before `until` (ISO
     * 8601 with an offset). Returns how many there were.
     */
    recover: (range: { since: string; until: string }, options: CallOptions = {}) =>
      transport.send<RecoverResponse>({ ...options, method: "POST", path: `${PATH}/recover`, body: range }),

    /** The events of the last 30 days, oldest first, for a receiver that has missed webhooks. */
    events: (query: EventsQuery = {}, options: CallOptions = {}) =>
      transport.send<EventsResponse>({ ...options, method: "GET", path: `${API}/events`, query }),
  };
}
