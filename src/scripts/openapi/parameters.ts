// Headers and parameters that several operations share.
import { addRows } from "../../core/domain/open-list.ts";
import type { PathIdName } from "../../core/http/request.ts";
import type { DescribedRoute } from "./operations.ts";
import { queryParameters } from "./schemas.ts";
import type { JsonSchema, OpenApiDocument, Parameter, Reference, ResponseObject } from "./types.ts";

/** Besides `X-Request-Id`, which every response has. */
export const HEADERS = {
  "Retry-After": {
    description: "Seconds to wait before the next attempt.",
    schema: { type: "integer", format: "int32" },
  },
  "WWW-Authenticate": {
    description:
      "The authentication scheme. For a bearer token that was sent, `error_description` says what is wrong.",
    schema: { type: "string" },
  },
  ETag: { description: "The version of the intent. Send it as If-None-Match.", schema: { type: "string" } },
  Upgrade: { description: "The protocol to upgrade to.", schema: { type: "string", enum: ["websocket"] } },
  "Idempotent-Replayed": {
    description: "`true` when an earlier request under the same key did this.",
    schema: { type: "string", enum: ["true"] },
  },
} satisfies OpenApiDocument["components"]["headers"];

export type HeaderName = keyof typeof HEADERS;

export function withHeaders(names: readonly HeaderName[]): Pick<ResponseObject, "headers"> {
  if (names.length === 0) return {};
  return {
    headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
  };
}

const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "Makes the request safe to repeat: the same key with the same body never acts twice. Keys never expire.",
  schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[!-~]+$" },
} satisfies Parameter;

export const PARAMETERS = {
  IdempotencyKey: IDEMPOTENCY_KEY,
  RequiredIdempotencyKey: { ...IDEMPOTENCY_KEY, required: true },
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    description: "The ETag you have. While nothing has changed the response is 304, without a body.",
    schema: { type: "string" },
  },
  WebhookId: {
    name: "webhook-id",
    in: "header",
    required: true,
    description: "The event's id, the same on every attempt. Remember it to ignore repeats.",
    schema: { type: "string" },
  },
  WebhookTimestamp: {
    name: "webhook-timestamp",
    in: "header",
    required: true,
    description:
      "When this attempt was signed, in seconds since 1970. Refuse requests older than five minutes.",
    schema: { type: "string", pattern: "^[0-9]+$" },
  },
  WebhookSignature: {
    name: "webhook-signature",
    in: "header",
    required: true,
    description:
      "`v1,` and base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`; two, with a space between, while a secret is being replaced.",
    schema: { type: "string" },
  },
} satisfies Record<string, Parameter>;

const CORE_PATH_IDS: Record<Exclude<PathIdName, keyof PartPathIds>, string> = {
  intentID: "The payment intent's id.",
  counterID: "The counter's id.",
  tillID: "The till's id.",
  deliveryID: "The delivery's id, which is the event's.",
  userID: "The dashboard user's id.",
  merchantID: "The merchant's id.",
  entryID: "The audit entry's id.",
  walletID: "The customer's wallet.",
};

const PATH_IDS: Record<string, string> = { ...CORE_PATH_IDS };

export function addPathIdWords(ofParts: Record<keyof PartPathIds, string>): void {
  addRows(PATH_IDS, ofParts);
}

export function parametersOf(route: DescribedRoute): (Parameter | Reference)[] {
  const shared: (keyof typeof PARAMETERS)[] = [
    ...(route.isIdempotent ? (["IdempotencyKey"] as const) : []),
    ...(route.isKeyRequired ? (["RequiredIdempotencyKey"] as const) : []),
    ...(304 in route.operation.responds ? (["IfNoneMatch"] as const) : []),
    ...(route.access === "ledger" ? (["WebhookId", "WebhookTimestamp"] as const) : []),
  ];
  return [
    ...pathIds(route.path).map(pathParameter),
    ...(route.query === undefined ? [] : queryParameters(route.query)),
    ...referencesTo(...shared),
  ];
}

export function referencesTo(...names: readonly (keyof typeof PARAMETERS)[]): Reference[] {
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

export function pathIds(path: string): PathIdName[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name as PathIdName);
}

function pathParameter(name: PathIdName): Parameter {
  const schema: JsonSchema = { type: "string", format: "uuid" };
  const description = PATH_IDS[name];
  if (description === undefined) throw new Error(`the part whose paths have ${name} is not composed`);
  return { name, in: "path", required: true, description, schema };
}
