// How an operation fails: what its route lists, and what follows from its guards and validators.
import { missingToken } from "../../core/http/auth.ts";
import { ApiError, dependencyUnavailable, invalid } from "../../core/http/errors.ts";
import { type Refusal, refusalError } from "../../core/http/refusals.ts";
import { UNKNOWN_IDS } from "../../core/http/request.ts";
import { OAuthFailure, TokenEndpointFailure } from "../../core/wire/sessions/token-responses.ts";
import { Failure } from "../../core/wire/shared/envelope.ts";
import { ACCESS, type DescribedRoute, takesToken } from "./operations.ts";
import { type HeaderName, pathIds, withHeaders } from "./parameters.ts";
import { fieldNames, referenceTo } from "./schemas.ts";
import type { MediaType, Reference, ResponseObject } from "./types.ts";
import { messageIn } from "./words.ts";

const REQUEST_ID = "123e4567-e89b-42d3-a456-426614174000";

const MEANINGS: Record<number, string> = {
  400: "The request is not valid, or does not fit the state of what it is about.",
  401: "The signature is missing or not valid.",
  402: "The wallet has too little money.",
  403: "The caller may not do this.",
  404: "What the path names does not exist, or is not the caller's.",
  409: "The state of what the request is about does not allow it.",
  410: "It is too late.",
  422: "The request is valid, but cannot be carried out.",
  426: "The request does not open a WebSocket.",
  429: "Too much at once. Wait as long as `Retry-After` says.",
  503: "The service or a part of the platform does not respond. Wait as long as `Retry-After` says.",
};

const DEPENDENCIES = ["ledger", "identity_provider", "payment_intent", "database"] as const;

/** `error` names the operation; these are of one of them. */
const INTERNAL = new ApiError(500, "internal_error", "Failed to create payment intent");
const NOT_CONFIGURED = new ApiError(503, "service_unavailable", "Service unavailable", {
  headers: { "Retry-After": "5" },
});
const UNAVAILABLE = [
  NOT_CONFIGURED,
  ...DEPENDENCIES.map((dependency) => dependencyUnavailable(dependency, "Failed to create payment intent")),
];

/** What is no operation's own. A response for each status of each operation would be most of the document, and of a generated client. */
const DEFAULT = "AnyFailure";
const DEFAULT_MEANING =
  "A failure that any operation can have: of its token, its body, its rate, or of the service. 401 has " +
  "`WWW-Authenticate`; 429 and 503 have `Retry-After`: repeat the request then, with the same Idempotency-Key.";

const MERCHANTS = ["forbidden", "merchant_missing", "merchant_suspended"] as const;
const OWNERS = [...MERCHANTS, "owner_required"] as const;

/**
 * The names of responses with several codes that operations share. One with a single code is named after it. All others
 * are the operation's own.
 */
const NAMES = new Map(
  Object.entries({
    NotTheMerchant: refusalErrors(["forbidden", "merchant_missing"]),
    NotTheMerchantOrSuspended: refusalErrors(MERCHANTS),
    NotAnOwner: refusalErrors(OWNERS),
    NotAnActiveMerchant: refusalErrors(["forbidden", "merchant_missing", "merchant_not_active"]),
    NotAnActiveMerchantOrSuspended: refusalErrors([...MERCHANTS, "merchant_not_active"]),
    NotAnOwnerOrNotActive: refusalErrors([...OWNERS, "merchant_not_active"]),
    NotASignedInOwner: refusalErrors([...OWNERS, "sign_in_required"]),
    NotASignedInOwnerOrNotActive: refusalErrors([...OWNERS, "sign_in_required", "merchant_not_active"]),
    NotTheMerchantOrCounter: refusalErrors([...MERCHANTS, "counter_not_active"]),
    Unavailable: UNAVAILABLE,
  }).map(([name, failures]) => [codesOf(failures), name]),
);

function refusalErrors(refusals: readonly Refusal[]): ApiError[] {
  return refusals.map((refusal) => refusalError(refusal));
}

export function sharedResponses(routes: readonly DescribedRoute[]): Record<string, ResponseObject> {
  const shared = routes.flatMap(failuresByStatus).flatMap((failures) => {
    const name = sharedNameOf(failures);
    return name === undefined ? [] : [[name, responseOf(failures)] as const];
  });
  return { [DEFAULT]: defaultResponse(), ...Object.fromEntries(shared) };
}

/** Their keys are statuses; `default` stands for those that have no failure of the operation's own. */
export function failureResponses(route: DescribedRoute): Record<string, ResponseObject | Reference> {
  const own = failuresByStatus(route).map((failures) => {
    const name = sharedNameOf(failures);
    return [failures[0].status, name === undefined ? responseOf(failures) : shared(name)] as const;
  });
  const isOAuth = route.operation.dialect === "oauth";
  const responses = isOAuth ? oauthResponses() : Object.fromEntries(own);
  return { ...responses, default: shared(DEFAULT) };
}

function shared(name: string): Reference {
  return { $ref: `#/components/responses/${name}` };
}

type Failures = readonly [ApiError, ...ApiError[]];

function failuresByStatus(route: DescribedRoute): Failures[] {
  const statuses = new Set(ownFailures(route).map(({ status }) => status));
  const groups = Map.groupBy(failuresOf(route), ({ status }) => status);
  return [...groups]
    .filter(([status]) => statuses.has(status))
    .map(([, failures]) => failures as unknown as Failures);
}

function sharedNameOf(failures: Failures): string | undefined {
  if (failures.length > 1) return NAMES.get(codesOf(failures));
  return failures[0].code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function codesOf(failures: readonly ApiError[]): string {
  return failures.map(codeOf).sort().join();
}

function codeOf({ status, code }: ApiError): string {
  return `${status} ${code}`;
}

/** Every failure that the route's code and its middleware can cause; each code once per status. */
export function failuresOf(route: DescribedRoute): ApiError[] {
  const { access = "anyone", method, isRateLimited } = route;
  const hasBody = method !== "get";
  const all = [
    // Replaced by an example of the operation's own, where it has one.
    ...(hasBody ? [refusalError("not_utf8")] : []),
    ...ownFailures(route),
    ...(takesToken(access) ? [missingToken()] : []),
    ...refusalErrors([
      ...(hasBody ? (["body_too_large", "unsupported_media_type"] as const) : []),
      ...(takesToken(access) || isRateLimited ? (["rate_limited"] as const) : []),
    ]),
    INTERNAL,
    ...UNAVAILABLE,
  ];
  return [...new Map(all.map((failure) => [codeOf(failure), failure])).values()];
}

/** Leaves out what every operation has that takes a token or a body. */
function ownFailures(route: DescribedRoute): ApiError[] {
  const { refusals, commandRefusals = [] } = ACCESS[route.access ?? "anyone"];
  return [
    ...invalidRequests(route),
    ...refusalErrors([
      ...refusals,
      ...(route.method === "get" ? [] : commandRefusals),
      ...pathIds(route.path)
        .slice(-1)
        .map((name) => UNKNOWN_IDS[name]),
      ...(route.operation.refusals ?? []),
    ]),
  ];
}

function invalidRequests({ body, query, isIdempotent }: DescribedRoute): ApiError[] {
  if (body?.mediaType === "image/png")
    return [invalid([{ field: "logo", message: "must be at most 256 × 256 pixels" }])];
  const schema = body?.schema ?? query;
  if (schema !== undefined && fieldNames(schema).length > 0)
    return [invalid([{ field: "amount", message: "must be at least 0.01" }])];
  return isIdempotent
    ? [invalid([{ field: "Idempotency-Key", message: "must have 1 to 255 visible ASCII characters" }])]
    : [];
}

function responseOf(failures: Failures): ResponseObject {
  const [{ status }] = failures;
  const meaning = MEANINGS[status];
  if (meaning === undefined) throw new Error(`the document does not say what ${status} means`);
  const headers = new Set(failures.flatMap(({ headers: own }) => Object.keys(own) as HeaderName[]));
  return {
    description: described(meaning, failures.map(listed)),
    ...withHeaders([...headers]),
    // A failure that names fields shows how. For others, the description has code and text.
    content: failureContent(failures[0].details === undefined ? [] : failures.slice(0, 1)),
  };
}

/** Its headers are in its description: as those of each operation's default, generated clients would read them in each. */
function defaultResponse(): ResponseObject {
  const refusals = refusalErrors(["not_utf8", "body_too_large", "unsupported_media_type", "rate_limited"]);
  const failures: Failures = [missingToken(), ...refusals, INTERNAL, ...UNAVAILABLE];
  const items = failures.map((failure) => `${failure.status} ${listed(failure)}`);
  return { description: described(DEFAULT_MEANING, items), content: failureContent(failures.slice(0, 1)) };
}

function listed({ code, message }: ApiError): string {
  return `\`${code}\`: ${messageIn(code, message)}`;
}

function failureContent(shown: readonly ApiError[]): Record<string, MediaType> {
  const examples = shown.length === 0 ? {} : { examples: examplesOf(shown) };
  return { "application/json": { schema: referenceTo(Failure), ...examples } };
}

function described(meaning: string, items: readonly string[]): string {
  return [`${meaning}\n`, ...items.map((item) => `- ${item}`)].join("\n");
}

function examplesOf(failures: readonly ApiError[]): MediaType["examples"] & object {
  return Object.fromEntries(failures.map((failure) => [failure.code, exampleOf(failure)]));
}

function exampleOf({ code, message: error, details }: ApiError): { value: unknown } {
  const docs_url = `https://payments.example.com/docs/errors#${code}`;
  const body = { success: false, error, code, request_id: REQUEST_ID, docs_url };
  return { value: details === undefined ? body : { ...body, details } };
}

interface OAuthResponse {
  meaning: string;
  errors: readonly { error: string; error_description?: string }[];
  /** How the service in front of the identity provider fails: in its own envelope. */
  failure?: ApiError;
  header?: HeaderName;
}

const OAUTH_FAILURES: Record<number, OAuthResponse> = {
  400: {
    meaning: "The form is not valid, or the grant is refused.",
    errors: [
      { error: "invalid_request", error_description: "Missing form parameter: grant_type" },
      { error: "invalid_grant", error_description: "Invalid user credentials" },
      { error: "invalid_scope", error_description: "Invalid scopes: payments:read" },
      { error: "unauthorized_client", error_description: "Client not allowed for this grant" },
      { error: "unsupported_grant_type", error_description: "Unsupported grant_type" },
    ],
  },
  401: {
    meaning: "The client is unknown, or its secret is wrong.",
    errors: [{ error: "invalid_client", error_description: "Invalid client or Invalid client credentials" }],
    header: "WWW-Authenticate",
  },
  415: {
    meaning: "The form is compressed, or says that it is not UTF-8.",
    errors: [{ error: "invalid_request", error_description: "charset must be UTF-8" }],
  },
  413: {
    meaning: "The form is larger than 16 KB.",
    errors: [{ error: "invalid_request", error_description: "The body exceeds 16384 bytes" }],
    failure: refusalError("body_too_large"),
  },
  500: {
    meaning: "The service has failed.",
    errors: [{ error: "unknown_error" }],
    failure: INTERNAL,
  },
  503: {
    meaning: "The service or a part of the platform does not respond. Repeat the request.",
    errors: [{ error: "temporarily_unavailable" }],
    failure: NOT_CONFIGURED,
    header: "Retry-After",
  },
};

function oauthResponses(): Record<string, ResponseObject> {
  return Object.fromEntries(
    Object.entries(OAUTH_FAILURES).map(([status, failure]) => [status, oauthResponse(failure)]),
  );
}

function oauthResponse({ meaning, errors, failure, header }: OAuthResponse): ResponseObject {
  const own = failure === undefined ? [] : [failure];
  const codes = [...errors.map(({ error }) => error), ...own.map(({ code }) => code)];
  return {
    description: described(
      meaning,
      codes.map((code) => `\`${code}\``),
    ),
    ...withHeaders(header === undefined ? [] : [header]),
    content: {
      "application/json": {
        schema: referenceTo(failure === undefined ? OAuthFailure : TokenEndpointFailure),
        examples: {
          ...Object.fromEntries(errors.map((value) => [value.error, { value }])),
          ...examplesOf(own),
        },
      },
    },
  };
}
