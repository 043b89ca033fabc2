// Headers and parameters that several operations share.
import { addRows } from "../../core/domain/open-list.ts";
import type { PathIdName } from "../../core/http/request.ts";
import type { PathIdWords } from "../../core/part.ts";
import { CASE_HEADER, SANDBOX_CASES } from "../../sandbox/domain/cases.ts";
import type { DescribedRoute, Environment } from "./operations.ts";
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
  SandboxCase: {
    name: CASE_HEADER,
    in: "header",
    description:
      "Only in the sandbox: what goes wrong with this payment intent alone, also later. `insufficient_funds`: payments are declined. `ledger_slow`: the ledger responds too late. `refund_refused`: refunds are declined. `endpoint_down`, `endpoint_slow`, `endpoint_gone`: the inbox responds to its webhooks with 500, too late, or with 410. `expire_now`: it expires once it is made. `customer_declines`: the customer rejects what was scanned. It is no part of the idempotency key's request; another case under the same key is 422. In live, every request with it is 400 `sandbox_only`.",
    schema: { type: "string", "x-extensible-enum": SANDBOX_CASES },
  },
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
    description: "The event's id, the same on every attempt.",
    schema: { type: "string" },
  },
  WebhookTimestamp: {
    name: "webhook-timestamp",
    in: "header",
    required: true,
    description: "When this attempt was signed, in seconds since 1970.",
    schema: { type: "string", pattern: "^[0-9]+$" },
  },
} satisfies Record<string, Parameter>;

const CORE_PATH_IDS: Record<Exclude<PathIdName, keyof PartPathIds>, PathIdWords> = {
  intentID: {
    description: "The payment intent's id.",
    from: ["payment_intent", "payment_intents", "approvals", "findings.payment_intent_id"],
  },
  counterID: { description: "The counter's id.", from: ["counter", "counters"] },
  tillID: { description: "The till's id.", from: ["tills"] },
  deliveryID: { description: "The delivery's id, which is the event's.", from: ["deliveries"] },
  userID: { description: "The dashboard user's id.", from: ["user", "users"] },
  merchantID: {
    description: "The merchant's id.",
    from: ["merchant_id", "merchants", "blocked_merchants", "approvals.merchant_id"],
  },
  entryID: { description: "The audit entry's id.", from: ["entries"] },
  walletID: { description: "The customer's wallet.", from: ["customer.wallet_id"] },
};

export const PATH_IDS: Record<string, PathIdWords> = { ...CORE_PATH_IDS };

export function addPathIdWords(ofParts: Record<keyof PartPathIds, PathIdWords>): void {
  addRows(PATH_IDS, ofParts);
}

export function parametersOf(route: DescribedRoute, environment: Environment): (Parameter | Reference)[] {
  const makesIntent = ["createPaymentIntent", "scanPayment"].includes(route.operation.id);
  const shared: (keyof typeof PARAMETERS)[] = [
    ...(route.isIdempotent ? (["IdempotencyKey"] as const) : []),
    ...(route.isKeyRequired ? (["RequiredIdempotencyKey"] as const) : []),
    ...(makesIntent && environment === "sandbox" ? (["SandboxCase"] as const) : []),
    ...(304 in route.operation.responds ? (["IfNoneMatch"] as const) : []),
    ...(route.access === "ledger" ? (["WebhookId", "WebhookTimestamp"] as const) : []),
  ];
  return [
    ...referencesTo(...pathIds(route.path)),
    ...(route.query === undefined ? [] : queryParameters(route.query)),
    ...referencesTo(...shared),
  ];
}

export function referencesTo(...names: readonly (keyof typeof PARAMETERS | PathIdName)[]): Reference[] {
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

export function pathIds(path: string): PathIdName[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name as PathIdName);
}

export function pathParameters(): Record<string, Parameter> {
  const schema: JsonSchema = { type: "string", format: "uuid" };
  const all = Object.entries(PATH_IDS).map(([name, { description }]): [string, Parameter] => [
    name,
    { name, in: "path", required: true, description, schema },
  ]);
  return Object.fromEntries(all);
}
