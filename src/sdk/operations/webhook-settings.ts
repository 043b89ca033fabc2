import type { CallOptions } from "../options.ts";
import type { Transport } from "../transport/transport.ts";
import type { WebhookTestResponse } from "../wire/delivery.ts";
import type {
  RotateSecretBody,
  SecretRotatedResponse,
  UpdateWebhookSettingsBody,
  WebhookSettingsResponse,
} from "../wire/webhook-settings.ts";

const PATH = "/merchant/api/v1/webhook";

export type WebhookSettingsOperations = ReturnType<typeof webhookSettings>;

export function webhookSettings(transport: Transport) {
  return {
    get: (options: CallOptions = {}) =>
      transport.send<WebhookSettingsResponse>({ ...options, method: "GET", path: PATH }),

    /** Changes the given fields and leaves the others as they are. */
    update: (body: UpdateWebhookSettingsBody, options: CallOptions = {}) =>
      transport.send<WebhookSettingsResponse>({ ...options, method: "PUT", path: PATH, body }),

    /** Returns the new webhook secret. Not retried after a 5xx or a lost response: rotate again. */
    rotateSecret: (body: RotateSecretBody = {}, options: CallOptions = {}) =>
      transport.send<SecretRotatedResponse>({
        ...options,
        method: "POST",
        path: `${PATH}/rotate-secret`,
        body,
      }),

    /** Sends one `ping` now and returns the signed request and the endpoint's response. */
    test: (options: CallOptions = {}) =>
      transport.send<WebhookTestResponse>({ ...options, method: "POST", path: `${PATH}/test` }),
  };
}
