import type { EndpointHealth } from "./delivery.ts";
import type { EventType } from "./event.ts";

/** The merchant's own endpoint, for intents with neither a `callback_url` nor a counter with a webhook. */
export interface WebhookSettings {
  url: string | null;
  events: EventType[];
  /** Null without a url. */
  health: EndpointHealth | null;
}

/** Changes what it names and leaves the rest; a `url` of null switches the endpoint off. */
export interface UpdateWebhookSettingsBody {
  url?: string | null;
  events?: EventType[] | null;
}

export interface WebhookSettingsResponse {
  success: true;
  webhook: WebhookSettings;
}

export interface RotateSecretBody {
  /** How long the old secret signs as well, up to 7 days; 0 when left out. */
  grace_period_seconds?: number;
}

export interface SecretRotatedResponse {
  success: true;
  webhook_secret: string;
  note: string;
}
