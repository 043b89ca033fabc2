import type { CallOptions } from "../options.ts";
import type { Transport } from "../transport/transport.ts";
import type { RotateSecret, WebhookSecretResponse, WebhookTestResponse } from "../wire/counters.ts";
import type { MerchantSettings, MerchantSettingsResponse, UpdateMerchantSettings } from "../wire/merchant.ts";
import type {
  UpdateWebhookSettings,
  WebhookSettings,
  WebhookSettingsResponse,
} from "../wire/webhook-settings.ts";

const PATH = "/merchant/api/v1/webhook";

/** The signed request that a test sent, and the endpoint's response. */
export type WebhookTest = WebhookTestResponse["test"];

export interface WebhookSettingsOperations {
  get(options?: CallOptions): Promise<WebhookSettings>;
  /** Changes the given fields and leaves the others as they are. A `url` of null removes the endpoint. */
  update(body: UpdateWebhookSettings, options?: CallOptions): Promise<WebhookSettings>;
  /** Returns the new webhook secret. Not retried after a 5xx or a lost response: rotate again. */
  rotateSecret(body?: RotateSecret, options?: CallOptions): Promise<WebhookSecretResponse>;
  /** Sends one `ping` now and returns the signed request and the endpoint's response. */
  test(options?: CallOptions): Promise<WebhookTest>;
}

export function webhookSettings({ send }: Transport): WebhookSettingsOperations {
  return {
    get: (options) => send<WebhookSettingsResponse>("GET", PATH, options).then(({ webhook }) => webhook),
    update: (body, options) =>
      send<WebhookSettingsResponse>("PUT", PATH, { ...options, body }).then(({ webhook }) => webhook),
    rotateSecret: (body = {}, options = {}) => send("POST", `${PATH}/rotate-secret`, { ...options, body }),
    test: (options) => send<WebhookTestResponse>("POST", `${PATH}/test`, options).then(({ test }) => test),
  };
}

const SETTINGS = "/merchant/api/v1/settings";

export interface MerchantSettingsOperations {
  get(options?: CallOptions): Promise<MerchantSettings>;
  /** Changes the given fields and leaves the others as they are. */
  update(body: UpdateMerchantSettings, options?: CallOptions): Promise<MerchantSettings>;
}

export function merchantSettings({ send }: Transport): MerchantSettingsOperations {
  return {
    get: (options) =>
      send<MerchantSettingsResponse>("GET", SETTINGS, options).then(({ settings }) => settings),
    update: (body, options) =>
      send<MerchantSettingsResponse>("PUT", SETTINGS, { ...options, body }).then(({ settings }) => settings),
  };
}
