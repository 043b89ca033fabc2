import { CreateCounterBody, UpdateCounterBody } from "../../../wire/requests/counters.ts";
import { RotateBody, rotationNote } from "../../../wire/requests/webhooks.ts";
import {
  CounterCreatedResponse,
  CounterResponse,
  CountersResponse,
} from "../../../wire/responses/counters.ts";
import { MessageResponse } from "../../../wire/responses/envelope.ts";
import { WebhookSecretResponse } from "../../../wire/responses/merchants.ts";
import { CLIENT_SECRET, COUNTER, WEBHOOK_SECRET } from "../examples.ts";
import type { Operation } from "../operation.ts";

const COUNTERS = "/merchant/api/v1/counters";
const common = { tag: "Counters", access: "merchant" } as const;

export const counterOperations: readonly Operation[] = [
  {
    ...common,
    method: "post",
    path: COUNTERS,
    operationId: "createCounter",
    summary: "Register a counter",
    description:
      "A counter is a point-of-sale terminal with client credentials, a webhook address and a signing secret of its own.",
    body: {
      schema: CreateCounterBody,
      examples: { till: { name: "Till 1", location: "Front", webhook_url: COUNTER.webhook_url } },
    },
    responses: {
      201: {
        description: "The counter, and its two secrets for the only time.",
        schema: CounterCreatedResponse,
        examples: {
          till: {
            counter: COUNTER,
            client_id: COUNTER.idp_client_id,
            client_secret: CLIENT_SECRET,
            webhook_secret: WEBHOOK_SECRET,
            note: "Store client_secret and webhook_secret now: they are not shown again.",
          },
        },
      },
    },
    fault: { field: "name", message: "is required" },
  },
  {
    ...common,
    method: "get",
    path: COUNTERS,
    operationId: "listCounters",
    summary: "List counters",
    responses: {
      200: {
        description: "All counters, the inactive ones too.",
        schema: CountersResponse,
        examples: { one: { counters: [COUNTER], total: 1 } },
      },
    },
  },
  {
    ...common,
    method: "get",
    path: `${COUNTERS}/{counterID}`,
    operationId: "getCounter",
    summary: "Read a counter",
    responses: {
      200: { description: "The counter.", schema: CounterResponse, examples: { till: { counter: COUNTER } } },
    },
    refusals: ["counter_not_found"],
  },
  {
    ...common,
    method: "put",
    path: `${COUNTERS}/{counterID}`,
    operationId: "updateCounter",
    summary: "Change a counter",
    description: "Changes what the body names and leaves the rest.",
    body: { schema: UpdateCounterBody, isOptional: true, examples: { move: { location: "Terrace" } } },
    responses: {
      200: {
        description: "The counter as it now is.",
        schema: CounterResponse,
        examples: { till: { counter: { ...COUNTER, location: "Terrace" } } },
      },
    },
    refusals: ["counter_not_found"],
    fault: { field: "webhook_url", message: "must be a URL" },
  },
  {
    ...common,
    method: "delete",
    path: `${COUNTERS}/{counterID}`,
    operationId: "deactivateCounter",
    summary: "Deactivate a counter",
    description:
      "Its credentials die at once and it gets no new intents; its open ones stay payable and refundable.",
    responses: {
      200: {
        description: "It is inactive.",
        schema: MessageResponse,
        examples: { inactive: { message: "Counter deactivated" } },
      },
    },
    refusals: ["counter_not_found"],
  },
  {
    ...common,
    method: "post",
    path: `${COUNTERS}/{counterID}/rotate-secret`,
    operationId: "rotateCounterSecret",
    summary: "Replace a counter's webhook secret",
    body: { schema: RotateBody, isOptional: true, examples: { overlap: { grace_period_seconds: 3600 } } },
    responses: {
      200: {
        description: "The new secret, for the only time.",
        schema: WebhookSecretResponse,
        examples: { rotated: { webhook_secret: WEBHOOK_SECRET, note: rotationNote(3600) } },
      },
    },
    refusals: ["counter_not_found"],
    fault: { field: "grace_period_seconds", message: "must be at most 604800" },
  },
];
