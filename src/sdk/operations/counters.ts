import type { CallOptions } from "../options.ts";
import { idSegment, type Transport } from "../transport/transport.ts";
import type { MessageResponse } from "../wire/common.ts";
import type {
  CounterCreatedResponse,
  CounterResponse,
  CountersResponse,
  CreateCounterBody,
  UpdateCounterBody,
} from "../wire/counter.ts";
import type { WebhookTestResponse } from "../wire/delivery.ts";
import type { RotateSecretBody, SecretRotatedResponse } from "../wire/webhook-settings.ts";

const PATH = "/merchant/api/v1/counters";

export type Counters = ReturnType<typeof counters>;

export function counters(transport: Transport) {
  return {
    /**
     * The only response that contains the counter's secrets. Not retried after a 5xx or a lost response,
     * because the counter may exist: look for it in `list`.
     */
    create: (body: CreateCounterBody, options: CallOptions = {}) =>
      transport.send<CounterCreatedResponse>({ ...options, method: "POST", path: PATH, body }),

    list: (options: CallOptions = {}) =>
      transport.send<CountersResponse>({ ...options, method: "GET", path: PATH }),

    get: (id: string, options: CallOptions = {}) =>
      transport.send<CounterResponse>({ ...options, method: "GET", path: `${PATH}/${idSegment(id)}` }),

    /** Changes the given fields and leaves the others as they are. */
    update: (id: string, body: UpdateCounterBody, options: CallOptions = {}) =>
      transport.send<CounterResponse>({ ...options, method: "PUT", path: `${PATH}/${idSegment(id)}`, body }),

    /** Revokes the counter's credentials at once. Its open intents can still be paid and refunded. */
    deactivate: (id: string, options: CallOptions = {}) =>
      transport.send<MessageResponse>({ ...options, method: "DELETE", path: `${PATH}/${idSegment(id)}` }),

    /** Returns the counter's new webhook secret. Not retried after a 5xx or a lost response: rotate again. */
    rotateSecret: (id: string, body: RotateSecretBody = {}, options: CallOptions = {}) =>
      transport.send<SecretRotatedResponse>({
        ...options,
        method: "POST",
        path: `${PATH}/${idSegment(id)}/rotate-secret`,
        body,
      }),

    /** Sends one `ping` now and returns the signed request and the endpoint's response. */
    testWebhook: (id: string, options: CallOptions = {}) =>
      transport.send<WebhookTestResponse>({
        ...options,
        method: "POST",
        path: `${PATH}/${idSegment(id)}/test-webhook`,
      }),
  };
}
