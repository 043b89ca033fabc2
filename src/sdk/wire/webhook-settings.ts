// Generated from the OpenAPI document by npm run generate; do not edit.
import type { EndpointHealth } from "./counters.ts";
import type { EventType } from "./payment-intents.ts";

/** The settings as they now stand. */
export interface WebhookSettingsResponse {
  webhook: WebhookSettings;
}

export interface WebhookSettings {
  url: string | null;
  events: EventType[];
  health: EndpointHealth | null;
}

export interface UpdateWebhookSettings {
  /** An https address; null for none. At most 2048 characters. */
  url?: string | null;
  /** The events this address subscribes to; payment.completed when never set. */
  events?:
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
}
