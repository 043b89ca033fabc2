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
    /** The answer is the only one with the counter's secrets. Not repeated once it may have happened. */
    create: (body: CreateCounterBody, options: CallOptions = {}) =>
      transport.send<CounterCreatedResponse>({ ...options, method: "POST", path: PATH, body }),

    list: (options: CallOptions = {}) =>
      transport.send<CountersResponse>({ ...options, method: "GET", path: PATH }),

    get: (id: string, options: CallOptions = {}) =>
      transport.send<CounterResponse>({ ...options, method: "GET", path: `${PATH}/${idSegment(id)}` }),

    update: (id: string, body: UpdateCounterBody, options: CallOptions = {}) =>
      transport.send<CounterResponse>({ ...options, method: "PUT", path: `${PATH}/${idSegment(id)}`, body }),

    /** Its credentials are dead at once; its open intents stay payable and refundable. */
    deactivate: (id: string, options: CallOptions = {}) =>
      transport.send<MessageResponse>({ ...options, method: "DELETE", path: `${PATH}/${idSegment(id)}` }),

    /** Not repeated once it may have happened: rotate again when the answer was lost. */
    rotateSecret: (id: string, body: RotateSecretBody = {}, options: CallOptions = {}) =>
      transport.send<SecretRotatedResponse>({
        ...options,
        method: "POST",
        path: `${PATH}/${idSegment(id)}/rotate-secret`,
        body,
      }),

    /** One ping, now; it shows what was signed and what came back. */
    testWebhook: (id: string, options: CallOptions = {}) =>
      transport.send<WebhookTestResponse>({
        ...options,
        method: "POST",
        path: `${PATH}/${idSegment(id)}/test-webhook`,
      }),
  };
}
