import type { EndpointHealth } from "./delivery.ts";
import type { EventType } from "./event.ts";

/** The merchant's endpoint, used for intents with neither a `callback_url` nor a counter with a webhook. */
export interface WebhookSettings {
  url: string | null;
  events: EventType[];
  /** Null when there is no URL. */
  health: EndpointHealth | null;
}

/** Fields that are missing stay as they are. A `url` of null removes the endpoint. */
export interface UpdateWebhookSettingsBody {
  url?: string | null;
  events?: EventType[] | null;
}

export interface WebhookSettingsResponse {
  success: true;
  webhook: WebhookSettings;
}

export interface RotateSecretBody {
  /** How long webhooks are signed with the old secret as well, up to 7 days. Default: 0. */
  grace_period_seconds?: number;
}

export interface SecretRotatedResponse {
  success: true;
  webhook_secret: string;
  note: string;
}
