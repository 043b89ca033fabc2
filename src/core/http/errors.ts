import type { Context, ErrorHandler, NotFoundHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { routePath } from "hono/route";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { ConfigError } from "#core/config.ts";
import { DependencyError } from "#core/domain/dependency-error.ts";
import type { FieldFault } from "#core/domain/result.ts";
import type { ActorIdentity } from "#core/domain/sessions/actor-identity.ts";
import { log } from "#core/lib/log.ts";
import type { AppEnv } from "./app-env.ts";
import { respondWithJson } from "./response.ts";

/** A planned failure. Any other error is a fault of the service, and the response does not say what it was. */
export class ApiError extends Error {
  readonly status: ContentfulStatusCode;
  readonly code: string;
  readonly details: readonly FieldFault[] | undefined;
  readonly intentStatus: string | undefined;
  readonly headers: Record<string, string>;

  constructor(
    status: ContentfulStatusCode,
    code: string,
    message: string,
    options: {
      details?: readonly FieldFault[];
      intentStatus?: string;
      headers?: Record<string, string>;
    } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = options.details;
    this.intentStatus = options.intentStatus;
    this.headers = options.headers ?? {};
  }
}

export function invalid(details: readonly FieldFault[]): ApiError {
  const [first] = details;
  const message = first === undefined ? "invalid request" : `${first.field} ${first.message}`;
  return new ApiError(400, "invalid_request", message, { details });
}

const DEFAULT_FAILURE = "Internal server error";
const RETRY_AFTER_SECONDS = "5";

export const onError: ErrorHandler<AppEnv> = (error, c) => {
  if (error instanceof ApiError) return fail(c, error);
  if (error instanceof HTTPException) return fail(c, fromHttpException(error));
  if (error instanceof ConfigError) {
    // Once the Worker has its dependencies, only the database refuses one: CELLS or JURISDICTION, which are no secrets.
    const refused = c.get("deps") === undefined ? "" : `: the database refuses ${error.variable}`;
    return fail(c, unavailable("service_unavailable", `Service unavailable${refused}`));
  }
  const failure = c.get("failure") ?? DEFAULT_FAILURE;
  if (error instanceof DependencyError) return fail(c, dependencyUnavailable(error.dependency, failure));
  return fail(c, new ApiError(500, "internal_error", failure));
};

export function notFound(methodsOf: (path: string) => string[]): NotFoundHandler<AppEnv> {
  return (c) => {
    const allowed = methodsOf(c.req.path);
    if (allowed.length === 0) {
      const { environment } = c.get("deps").config;
      return fail(c, routeNotFound(similarPath(c.req.path, BASES[environment], methodsOf)));
    }
    const headers = { Allow: allowed.join(", ") };
    return fail(c, new ApiError(405, "method_not_allowed", "Method not allowed", { headers }));
  };
}

export function routeNotFound(similar: string | null = null): ApiError {
  const details =
    similar === null ? {} : { details: [{ field: "path", message: `did you mean ${similar}?` }] };
  return new ApiError(404, "route_not_found", "Not found", details);
}

const LIVE_BASES = ["/merchant/api/v1", "/wallet/api/v1"];
const BASES = { live: LIVE_BASES, sandbox: [...LIVE_BASES, "/sandbox/v1"] };

/** A known path that differs only in its slashes or its base; null when there is none. */
function similarPath(
  path: string,
  bases: readonly string[],
  methodsOf: (path: string) => string[],
): string | null {
  const tidy = path.replace(/\/{2,}/g, "/").replace(/\/$/, "");
  const rest = tidy.replace(/^(\/(merchant|wallet|sandbox|api|v\d+)\b)*/, "");
  const candidates = [tidy, ...bases.map((base) => base + rest)];
  return candidates.find((candidate) => candidate !== path && methodsOf(candidate).length > 0) ?? null;
}

export function dependencyUnavailable(dependency: DependencyError["dependency"], failure: string): ApiError {
  return unavailable(`${dependency}_unavailable`, failure);
}

function unavailable(code: string, message: string): ApiError {
  return new ApiError(503, code, message, { headers: { "Retry-After": RETRY_AFTER_SECONDS } });
}

/** Thrown by Hono itself: by its validator, for a body that is not JSON. */
function fromHttpException(error: HTTPException): ApiError {
  return new ApiError(error.status, "invalid_request", error.message);
}

function fail(c: Context<AppEnv>, error: ApiError): Response {
  c.set("failureCode", error.code);
  const { message, code, details, status, headers } = error;
  // Where a variable is wrong, there are no dependencies.
  const url = c.get("deps")?.config.publicUrl ?? new URL(c.req.url).origin;
  const docs_url = `${url}/docs/errors#${code}`;
  const facts = { payment_intent_status: error.intentStatus, details };
  const body = { success: false, error: message, code, request_id: c.get("requestId"), docs_url, ...facts };
  return respondWithJson(c, JSON.stringify(body), status, headers);
}

/** Logs one line per failed request, so that the request id that a caller quotes leads to the cause. */
export async function logFailure(c: Context<AppEnv>): Promise<void> {
  const { status } = c.res;
  const isPlanned = c.error instanceof ApiError || c.error instanceof HTTPException;
  log(status < 500 ? "warn" : "error", "request_failed", {
    status,
    code: c.get("failureCode") ?? (await oauthCodeOf(c.res)),
    method: c.req.method,
    // The pattern: the path itself may contain ids, or anything at all when it is unknown.
    route: routePath(c),
    client_id: clientOf(c.get("identity")),
    request_id: c.get("requestId"),
    ...(isPlanned ? {} : { error: c.error }),
  });
}

/** A customer's client id contains the wallet's id, which counters scan: it must not be logged. */
function clientOf(identity: ActorIdentity | undefined): string {
  if (identity === undefined) return "none";
  return identity.walletId === null ? identity.clientId : "customer";
}

/** The embedded identity provider's error responses have OAuth's code in their body (RFC 6749 §5.2). */
async function oauthCodeOf(response: Response): Promise<string> {
  if (!response.headers.get("Content-Type")?.startsWith("application/json")) return "none";
  const body = await response
    .clone()
    .json<{ error?: string } | null>()
    .catch(() => null);
  return body?.error ?? "none";
}
