// Generated from the OpenAPI document by npm run generate; do not edit.
import type { EventType } from "./payment-intents.ts";

export interface CreateCounter {
  /** At most 200 characters. */
  name: string;
  /** At most 200 characters. */
  location?: string | null;
  /** An https address; null for none. At most 2048 characters. */
  webhook_url?: string | null;
  /** The events this address subscribes to; payment.completed when never set. */
  webhook_events?:
    | (
        | "payment.completed"
        | "payment.cancelled"
        | "payment.expired"
        | "payment.approval_requested"
        | "refund.pending"
        | "refund.completed"
        | "refund.failed"
      )[]
    | null;
  /** Whether the counter's own client may refund what the counter has created; false when never set. A till never may. */
  can_refund?: boolean | null;
  /** Whether the counter's own client reads only what the counter has created, instead of all of its merchant's payment intents; false when never set. Tills do so anyway. */
  reads_own_only?: boolean | null;
}

/** The counter with its two secrets, which are not shown again. */
export interface CounterCreatedResponse {
  counter: Counter;
  client_id: string;
  /** Shown in this response only. */
  client_secret: string;
  /** Signs the webhooks to this counter. Shown in this response only. */
  webhook_secret: string;
  /** A hint for a person who reads the response. */
  note: string;
}

export interface Counter {
  id: string;
  merchant_id: string;
  name: string;
  status: CounterStatus;
  location: string;
  /** The counter's client id at the identity provider. */
  idp_client_id: string;
  webhook_url: string | null;
  webhook_events: EventType[];
  webhook_health: EndpointHealth | null;
  /** Whether its own client may refund what it has created. */
  can_refund: boolean;
  /** Whether its own client reads only what it has created. */
  reads_own_only: boolean;
  /** ISO 8601. */
  created_at: string;
  /** ISO 8601. */
  updated_at: string;
}

export type CounterStatus = "active" | "inactive" | (string & {});

export interface EndpointHealth {
  status: "healthy" | "degraded" | (string & {});
  consecutive_failures: number;
  /** ISO 8601. */
  degraded_since: string | null;
  /** ISO 8601. */
  next_probe_at: string | null;
}

export interface ListCountersQuery {
  /** The page must begin within the first 100,000 rows of the list; beyond that, use `cursor`. From 1 to 1,000,000. */
  page?: number;
  /** From 1 to 100. */
  limit?: number;
  /** The next_cursor of the previous page. Use it instead of `page`; it is equally fast at any depth. At most 100 characters. */
  cursor?: string;
}

/** Counters, newest first, inactive ones as well. */
export interface CountersResponse {
  counters: Counter[];
  /** Over all pages. */
  total: number;
  /** This field and the next two are present only when a page was requested. */
  page?: number;
  limit?: number;
  /** Send it as `cursor` for the next page; null on the last. */
  next_cursor?: string | null;
}

/** The counter as it now stands. */
export interface CounterResponse {
  counter: Counter;
}

export interface UpdateCounter {
  /** At most 200 characters. */
  name?: string | null;
  /** At most 200 characters. */
  location?: string | null;
  /** An https address; null for none. At most 2048 characters. */
  webhook_url?: string | null;
  /** The events this address subscribes to; payment.completed when never set. */
  webhook_events?:
    | (
        | "payment.completed"
        | "payment.cancelled"
        | "payment.expired"
        | "payment.approval_requested"
        | "refund.pending"
        | "refund.completed"
        | "refund.failed"
      )[]
    | null;
  /** Whether the counter's own client may refund what the counter has created; false when never set. A till never may. */
  can_refund?: boolean | null;
  /** Whether the counter's own client reads only what the counter has created, instead of all of its merchant's payment intents; false when never set. Tills do so anyway. */
  reads_own_only?: boolean | null;
}

export interface RotateSecret {
  /** How long the old secret signs as well; 0 when left out. Until then webhooks carry both signatures. From 0 to 604,800. */
  grace_period_seconds?: number | null;
}

/** The new secret. It is not shown again. */
export interface WebhookSecretResponse {
  /** `whsec_` and base64. Shown in this response only. */
  webhook_secret: string;
  /** A hint for a person who reads the response. */
  note: string;
}

/** The new credentials. The secret is not shown again, and the old one no longer works. */
export interface CredentialsResponse {
  client_id: string;
  /** Shown in this response only. */
  client_secret: string;
  /** A hint for a person who reads the response. */
  note: string;
}

/** What was sent, and what came back. */
export interface WebhookTestResponse {
  test: {
    url: string;
    delivered: boolean;
    /** Null when there was no response. */
    status: number | null;
    latency_ms: number;
    error: string | null;
    /** The beginning of the response body. */
    response: string | null;
    /** The exact text that was signed. */
    signed_content: string;
    headers: Record<string, string>;
    /** The same request for a terminal; its timestamp is valid for five minutes. */
    curl: string;
  };
}

export interface Pairing {
  counter_id: string;
  /** Pairs one till. Shown in this response only. */
  code: string;
  /** The page that pairs the browser which opens it, once whoever uses it agrees. */
  url: string;
  /** The address as a QR code: a data URI of a PNG image. */
  qr_code_url: string;
  /** ISO 8601. */
  expires_at: string;
}

/** The counter's tills, newest first. */
export interface TillsResponse {
  tills: Till[];
}

export interface Till {
  id: string;
  counter_id: string;
  name: string;
  /** The `sub` of the owner who made its code. */
  paired_by: string;
  /** When it was paired. ISO 8601. */
  created_at: string;
  /** Exact to ten minutes. ISO 8601. */
  last_used_at: string;
  /** Without use, or a year after it was paired. ISO 8601. */
  expires_at: string;
}

export interface RenameTill {
  /** At most 100 characters. */
  name: string;
}

/** The till as it is now called. */
export interface TillResponse {
  till: Till;
}
