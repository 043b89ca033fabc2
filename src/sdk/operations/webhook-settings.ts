import type { CallOptions } from "../options.ts";
import type { Transport } from "../transport/transport.ts";
import type { RotateSecret, WebhookSecretResponse, WebhookTestResponse } from "../wire/counters.ts";
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

export function webhookSettings(transport: Transport): WebhookSettingsOperations {
  return {
    get: (options) =>
      transport
        .send<WebhookSettingsResponse>({ ...options, method: "GET", path: PATH })
        .then((body) => body.webhook),
    update: (body, options) =>
      transport
        .send<WebhookSettingsResponse>({ ...options, method: "PUT", path: PATH, body })
        .then((response) => response.webhook),
    rotateSecret: (body = {}, options = {}) =>
      transport.send({ ...options, method: "POST", path: `${PATH}/rotate-secret`, body }),
    test: (options) =>
      transport
        .send<WebhookTestResponse>({ ...options, method: "POST", path: `${PATH}/test` })
        .then((body) => body.test),
  };
}
