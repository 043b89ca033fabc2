// How an operation fails: what its route lists, and what follows from its guards and validators.
import { missingToken } from "../../http/auth.ts";
import { ApiError, dependencyUnavailable, invalid } from "../../http/errors.ts";
import { type Refusal, refusalError } from "../../http/refusals.ts";
import { UNKNOWN_IDS } from "../../http/request.ts";
import { OAuthFailure } from "../../wire/sessions/token-responses.ts";
import { Failure } from "../../wire/shared/envelope.ts";
import { ACCESS, takesToken } from "./access.ts";
import type { DescribedRoute } from "./operations.ts";
import { type HeaderName, headerReferences, pathIds } from "./parameters.ts";
import { fieldNames, referenceTo } from "./schemas.ts";
import type { MediaType, Reference, ResponseObject } from "./types.ts";

const REQUEST_ID = "123e4567-e89b-42d3-a456-426614174000";

interface SharedFailure {
  meaning: string;
  errors: readonly ApiError[];
}

/** Failures that many operations share. Each becomes a component of the document. */
const SHARED: Record<string, SharedFailure> = {
  Unauthorized: { meaning: "The token is missing or not valid.", errors: [missingToken()] },
  NotTheMerchant: {
    meaning: "The caller does not act for a merchant, or not in a role that may do this.",
    errors: refusalErrors(["forbidden", "merchant_missing"]),
  },
  NotTheMerchantOrSuspended: {
    meaning:
      "The caller does not act for a merchant, its role may not do this, or its merchant is suspended.",
    errors: refusalErrors(["forbidden", "merchant_missing", "merchant_suspended"]),
  },
  Forbidden: { meaning: "The caller's role may not do this.", errors: refusalErrors(["forbidden"]) },
  BodyTooLarge: { meaning: "The body is larger than 64 KB.", errors: refusalErrors(["body_too_large"]) },
  UnsupportedMediaType: {
    meaning: "The body is not `application/json`.",
    errors: refusalErrors(["unsupported_media_type"]),
  },
  RateLimited: { meaning: "Too many requests in this minute.", errors: refusalErrors(["rate_limited"]) },
  InternalError: {
    meaning: "It failed on the service's side; `error` names the operation.",
    errors: [new ApiError(500, "internal_error", "Failed to create payment intent")],
  },
  Unavailable: {
    meaning:
      "The service or a part of the platform does not respond. Repeat the request, with the same Idempotency-Key.",
    errors: [
      new ApiError(503, "service_unavailable", "Service unavailable", { headers: { "Retry-After": "5" } }),
      ...(["ledger", "identity_provider", "payment_intent", "database"] as const).map((dependency) =>
        dependencyUnavailable(dependency, "Failed to create payment intent"),
      ),
    ],
  },
};

function refusalErrors(refusals: readonly Refusal[]): ApiError[] {
  return refusals.map((refusal) => refusalError(refusal));
}

export function sharedResponses(): Record<string, ResponseObject> {
  return Object.fromEntries(
    Object.entries(SHARED).map(([name, { meaning, errors }]) => [
      name,
      { ...responseOf(errors), description: meaning },
    ]),
  );
}

/** By status; a status with shared failures only refers to their component. */
export function failureResponses(route: DescribedRoute): Record<string, ResponseObject | Reference> {
  const byStatus = Map.groupBy(failuresOf(route), ({ status }) => status);
  const responses: Record<string, ResponseObject | Reference> = {};
  for (const [status, failures] of byStatus) {
    const shared = sharedNameOf(failures);
    responses[status] =
      shared === undefined ? responseOf(failures) : { $ref: `#/components/responses/${shared}` };
  }
  return route.operation.dialect === "oauth" ? { ...responses, ...OAUTH_RESPONSES } : responses;
}

function sharedNameOf(failures: readonly ApiError[]): string | undefined {
  const codes = failures.map(codeOf).join();
  return Object.entries(SHARED).find(([, { errors }]) => errors.map(codeOf).join() === codes)?.[0];
}

function codeOf({ status, code }: ApiError): string {
  return `${status} ${code}`;
}

/** Every failure that the route's code and its middleware can cause; each code once per status. */
export function failuresOf(route: DescribedRoute): ApiError[] {
  const { access = "anyone", operation } = route;
  const { refusals, commandRefusals = [] } = ACCESS[access];
  const isCommand = route.method !== "get";
  const shared = [
    ...(takesToken(access) ? ["Unauthorized"] : []),
    ...(isCommand ? ["BodyTooLarge"] : []),
    ...(route.body?.isTypeChecked ? ["UnsupportedMediaType"] : []),
    ...(takesToken(access) || route.isRateLimited ? ["RateLimited"] : []),
    "InternalError",
    "Unavailable",
  ];
  const all = [
    ...invalidRequests(route),
    ...refusalErrors([
      ...refusals,
      ...(isCommand ? commandRefusals : []),
      ...pathIds(route.path)
        .slice(-1)
        .map((name) => UNKNOWN_IDS[name]),
      ...(operation.refusals ?? []),
    ]),
    ...shared.flatMap((name) => SHARED[name]?.errors ?? []),
  ];
  return [...new Map(all.map((failure) => [codeOf(failure), failure])).values()];
}

function invalidRequests({ body, query, isIdempotent }: DescribedRoute): ApiError[] {
  const schema = body?.schema ?? query;
  const [field] = schema === undefined ? [] : fieldNames(schema);
  if (field !== undefined) return [invalid([{ field, message: body ? "is required" : "must be valid" }])];
  return isIdempotent
    ? [invalid([{ field: "Idempotency-Key", message: "must have 1 to 255 visible ASCII characters" }])]
    : [];
}

function responseOf(failures: readonly ApiError[]): ResponseObject {
  const headers = new Set<HeaderName>(["X-Request-Id"]);
  for (const { headers: own } of failures)
    for (const name of Object.keys(own)) headers.add(name as HeaderName);
  const texts = new Set(failures.map(({ message }) => message));
  return {
    description: `${[...texts].join("; ")}.`,
    headers: headerReferences([...headers]),
    content: { "application/json": failureContent(failures) },
  };
}

function failureContent(failures: readonly ApiError[]): MediaType {
  const codes = [...new Set(failures.map(({ code }) => code))];
  const examples = failures.map(({ code, message: error, details }) => {
    const body = { success: false, error, code, request_id: REQUEST_ID };
    return [code, { value: details === undefined ? body : { ...body, details } }];
  });
  return {
    schema: { allOf: [referenceTo(Failure), { properties: { code: { enum: codes } } }] },
    examples: Object.fromEntries(examples),
  };
}

/** `code`: of the service in front of the identity provider, which fails with its own envelope instead of OAuth's errors. */
function oauthResponse(
  description: string,
  example: { error: string; error_description?: string },
  { code, header }: { code?: string; header?: HeaderName } = {},
): ResponseObject {
  const oauth = referenceTo(OAuthFailure);
  const schema =
    code === undefined
      ? oauth
      : { anyOf: [oauth, { allOf: [referenceTo(Failure), { properties: { code: { enum: [code] } } }] }] };
  return {
    description,
    headers: headerReferences(["X-Request-Id", ...(header === undefined ? [] : [header])]),
    content: { "application/json": { schema, examples: { [example.error]: { value: example } } } },
  };
}

const OAUTH_RESPONSES: Record<string, ResponseObject> = {
  400: oauthResponse("The form is not valid, or the grant is refused.", {
    error: "invalid_request",
    error_description: "Missing form parameter: grant_type",
  }),
  401: oauthResponse(
    "Unknown client, or wrong secret.",
    { error: "invalid_client", error_description: "Invalid client or Invalid client credentials" },
    { header: "WWW-Authenticate" },
  ),
  413: oauthResponse(
    "The form is larger than 16 KB.",
    { error: "invalid_request", error_description: "The body exceeds 16384 bytes" },
    { code: "body_too_large" },
  ),
  500: oauthResponse(
    "It failed on the service's side.",
    { error: "unknown_error" },
    { code: "internal_error" },
  ),
  503: oauthResponse(
    "A dependency of the service failed; try again.",
    { error: "temporarily_unavailable" },
    { code: "service_unavailable", header: "Retry-After" },
  ),
};
