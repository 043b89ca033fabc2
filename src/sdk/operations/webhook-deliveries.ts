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
    list: (query: ListDeliveriesQuery = {}, options: CallOptions = {}) =>
      transport.send<DeliveriesResponse>({ ...options, method: "GET", path: PATH, query }),

    /** With every attempt so far. */
    get: (id: string, options: CallOptions = {}) =>
      transport.send<DeliveryResponse>({ ...options, method: "GET", path: `${PATH}/${idSegment(id)}` }),

    /** At once and under the same `webhook-id`. */
    redeliver: (id: string, options: CallOptions = {}) =>
      transport.send<DeliveryResponse>({
        ...options,
        method: "POST",
        path: `${PATH}/${idSegment(id)}/redeliver`,
      }),

    /** Everything of that time that failed for good. */
    recover: (range: { since: string; until: string }, options: CallOptions = {}) =>
      transport.send<RecoverResponse>({ ...options, method: "POST", path: `${PATH}/recover`, body: range }),

    /** The events themselves, for a receiver that has missed some; 30 days back. */
    events: (query: EventsQuery = {}, options: CallOptions = {}) =>
      transport.send<EventsResponse>({ ...options, method: "GET", path: `${API}/events`, query }),
  };
}
