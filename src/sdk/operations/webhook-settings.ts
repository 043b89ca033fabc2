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

    update: (body: UpdateWebhookSettingsBody, options: CallOptions = {}) =>
      transport.send<WebhookSettingsResponse>({ ...options, method: "PUT", path: PATH, body }),

    /** Not repeated once it may have happened: rotate again when the answer was lost. */
    rotateSecret: (body: RotateSecretBody = {}, options: CallOptions = {}) =>
      transport.send<SecretRotatedResponse>({
        ...options,
        method: "POST",
        path: `${PATH}/rotate-secret`,
        body,
      }),

    /** One ping, now; it shows what was signed and what came back. */
    test: (options: CallOptions = {}) =>
      transport.send<WebhookTestResponse>({ ...options, method: "POST", path: `${PATH}/test` }),
  };
}
