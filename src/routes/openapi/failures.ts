// How an operation fails: the refusals its row names, and what all operations of its kind have in common.
import { ApiError, invalid } from "../../http/errors.ts";
import { refused } from "../../http/refusals.ts";
import { Failure } from "../../wire/responses/envelope.ts";
import { OAuthFailure } from "../../wire/responses/tokens.ts";
import { ACCESS } from "./access.ts";
import { type HeaderName, headerReferences } from "./headers.ts";
import type { Operation } from "./operation.ts";
import { referenceTo } from "./schemas.ts";
import type { MediaType, Reference, ResponseObject } from "./types.ts";

const REQUEST_ID = "123e4567-e89b-42d3-a456-426614174000";
const BEARER = { headers: { "WWW-Authenticate": "Bearer" } };

const shared = {
  Unauthorized: () => new ApiError(401, "unauthorized", "Unauthorized", BEARER),
  BodyTooLarge: () => new ApiError(413, "body_too_large", "request body must be at most 64 KB"),
  UnsupportedMediaType: () =>
    new ApiError(415, "unsupported_media_type", "Content-Type must be application/json"),
  RateLimited: () =>
    new ApiError(429, "rate_limited", "Too many requests", { headers: { "Retry-After": "17" } }),
  InternalError: () => new ApiError(500, "internal_error", "Failed to create payment intent"),
  Unavailable: () =>
    new ApiError(503, "service_unavailable", "Service unavailable", { headers: { "Retry-After": "5" } }),
};
type SharedName = keyof typeof shared;

const MEANINGS: Record<SharedName, string> = {
  Unauthorized: "The token is missing or not valid.",
  BodyTooLarge: "The body is larger than 64 KB.",
  UnsupportedMediaType: "The body is not `application/json`.",
  RateLimited: "Too many requests in this minute.",
  InternalError: "It failed on our side; `error` names the operation.",
  Unavailable:
    "A part of the platform does not answer. Try again, with the same Idempotency-Key where there is one.",
};

export function sharedResponses(): Record<string, ResponseObject> {
  return Object.fromEntries(
    Object.entries(shared).map(([name, error]) => [
      name,
      { ...responseOf([error()]), description: MEANINGS[name as SharedName] },
    ]),
  );
}

export function failureResponses(operation: Operation): Record<string, ResponseObject | Reference> {
  const own = Map.groupBy(ownFailures(operation), (error) => error.status);
  const responses: Record<string, ResponseObject | Reference> = {};
  for (const [status, errors] of own) responses[status] = responseOf(errors);
  for (const name of sharedFailures(operation)) {
    const error = shared[name]();
    const others = own.get(error.status);
    responses[error.status] =
      others === undefined ? { $ref: `#/components/responses/${name}` } : responseOf([...others, error]);
  }
  return operation.dialect === "oauth" ? { ...responses, ...oauthResponses() } : responses;
}

function ownFailures({ access, fault, refusals = [] }: Operation): ApiError[] {
  const all = [...ACCESS[access].refusals, ...refusals].map(refused);
  if (access === "ledger") all.unshift(new ApiError(401, "invalid_signature", "Unauthorized", BEARER));
  return fault === undefined ? all : [invalid([fault]), ...all];
}

function sharedFailures({ access, method, body, isRateLimited }: Operation): SharedName[] {
  const takesToken = access !== "anyone" && access !== "ledger";
  const isJsonRequired = body !== undefined && body.mediaType === undefined && !body.isUntyped;
  return [
    ...(takesToken ? (["Unauthorized"] as const) : []),
    ...(method === "get" ? [] : (["BodyTooLarge"] as const)),
    ...(isJsonRequired ? (["UnsupportedMediaType"] as const) : []),
    ...(takesToken || isRateLimited ? (["RateLimited"] as const) : []),
    "InternalError",
    "Unavailable",
  ];
}

function responseOf(errors: readonly ApiError[]): ResponseObject {
  const headers = new Set<HeaderName>(["X-Request-Id"]);
  for (const error of errors) for (const name of Object.keys(error.headers)) headers.add(name as HeaderName);
  return {
    description: `${errors.map(({ message }) => message).join("; ")}.`,
    headers: headerReferences([...headers]),
    content: { "application/json": failureContent(errors) },
  };
}

function failureContent(errors: readonly ApiError[]): MediaType {
  const examples = errors.map(({ code, message: error, details }) => {
    const body = { success: false, error, code, request_id: REQUEST_ID };
    return [code, { value: details === undefined ? body : { ...body, details } }];
  });
  return { schema: referenceTo(Failure), examples: Object.fromEntries(examples) };
}

/** RFC 6749 §5.2, but where the request never gets as far as the identity provider. */
function oauthResponses(): Record<string, ResponseObject> {
  const oauth = referenceTo(OAuthFailure);
  const either = { anyOf: [oauth, referenceTo(Failure)] };
  const json = (schema: MediaType["schema"], error: string, error_description?: string) => ({
    "application/json": { schema, examples: { [error]: { value: { error, error_description } } } },
  });
  const headers = headerReferences(["X-Request-Id"]);
  return {
    400: {
      description: "The form is not valid, or the grant is refused.",
      headers,
      content: json(oauth, "invalid_request", "Missing form parameter: grant_type"),
    },
    401: {
      description: "Unknown client, or wrong secret.",
      headers: headerReferences(["X-Request-Id", "WWW-Authenticate"]),
      content: json(oauth, "invalid_client", "Invalid client or Invalid client credentials"),
    },
    413: {
      description: "The form is larger than 16 KB.",
      headers,
      content: json(either, "invalid_request", "The body exceeds 16384 bytes"),
    },
    500: { description: "It failed on our side.", headers, content: json(either, "unknown_error") },
  };
}
