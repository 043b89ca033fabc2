// Headers and parameters that several operations share.
import type { JsonSchema, OpenApiDocument, Parameter } from "./types.ts";

export const HEADERS = {
  "X-Request-Id": {
    description: "Names this request in our logs.",
    schema: { type: "string", format: "uuid" },
  },
  "Retry-After": { description: "Seconds to wait before the next attempt.", schema: { type: "integer" } },
  "WWW-Authenticate": { description: "The scheme that is asked for.", schema: { type: "string" } },
  ETag: { description: "The version; send it as If-None-Match.", schema: { type: "string" } },
  "Idempotent-Replayed": {
    description: "`true` when an earlier request under the same key has done this.",
    schema: { type: "string", enum: ["true"] },
  },
} satisfies OpenApiDocument["components"]["headers"];

export type HeaderName = keyof typeof HEADERS;

export function headerReferences(names: readonly HeaderName[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

export type ParameterName = "IdempotencyKey" | "IfNoneMatch" | "WebhookId" | "WebhookTimestamp";

export const PARAMETERS: Record<ParameterName, Parameter> = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description:
      "Makes the request safe to repeat: the same key and body never act twice. Keys never expire.",
    schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[!-~]+$" },
  },
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    description: "The ETag of the answer you have; without news you get 304 and no body.",
    schema: { type: "string" },
  },
  WebhookId: {
    name: "webhook-id",
    in: "header",
    required: true,
    description: "The event's id, the same on every attempt: remember it to ignore repeats.",
    schema: { type: "string" },
  },
  WebhookTimestamp: {
    name: "webhook-timestamp",
    in: "header",
    required: true,
    description:
      "When this attempt was signed, in seconds since 1970. Refuse what is older than five minutes.",
    schema: { type: "string", pattern: "^[0-9]+$" },
  },
};

const PATH_PARAMETERS: Record<string, string> = {
  intentID: "The payment intent's id.",
  counterID: "The counter's id.",
  deliveryID: "The delivery's id, which is the event's.",
  merchantID: "The merchant's id.",
};

export function pathParameters(path: string): Parameter[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    description: PATH_PARAMETERS[name] ?? "",
    schema: { type: "string", format: "uuid" } satisfies JsonSchema,
  }));
}
