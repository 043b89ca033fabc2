import type { EndpointHealth } from "./delivery.ts";
import type { EventType } from "./event.ts";

/** A point-of-sale terminal. */
export interface Counter {
  id: string;
  merchant_id: string;
  name: string;
  status: "active" | "inactive";
  location: string;
  idp_client_id: string;
  webhook_url: string | null;
  webhook_events: EventType[];
  /** Null when there is no webhook URL. */
  webhook_health: EndpointHealth | null;
  created_at: string;
  updated_at: string;
}

export interface CreateCounterBody {
  name: string;
  location?: string | null;
  webhook_url?: string | null;
  webhook_events?: EventType[] | null;
}

/** Fields that are missing stay as they are. */
export type UpdateCounterBody = Partial<CreateCounterBody>;

export interface CounterResponse {
  success: true;
  counter: Counter;
}

/** The only response that contains the counter's secrets. */
export interface CounterCreatedResponse extends CounterResponse {
  client_id: string;
  client_secret: string;
  webhook_secret: string;
  note: string;
}

export interface CountersResponse {
  success: true;
  counters: Counter[];
  total: number;
}
