import { requireIntentsOf } from "../environment.ts";
import { PaymentsApiError } from "../errors.ts";
import type { CallOptions, Connection, Warning } from "../options.ts";
import type { AccessTokens } from "./access-token.ts";
import {
  attempt,
  type HttpRequest,
  isFieldFault,
  isObject,
  type Outcome,
  type ReadResponse,
} from "./attempt.ts";
import { withRetries } from "./retry.ts";

type Method = HttpRequest["method"];

export interface RequestOptions extends CallOptions {
  query?: object;
  body?: object;
  /** A POST without a key is retried only after a 429 or a 401. */
  idempotencyKey?: string;
  headers?: Record<string, string>;
  /** The media type of a success that is text instead of JSON. */
  textType?: HttpRequest["textType"];
}

/** `path` is appended to the base URL. Ids in it must pass through `idSegment`. */
export interface Transport {
  connection: Connection;
  exchange(method: Method, path: string, options?: RequestOptions): Promise<ReadResponse>;
  /**
   * Returns the fields of the response but for `success` and `warnings`. Nothing validates them as `Body`: the
   * client trusts the service.
   */
  send<Body>(method: Method, path: string, options?: RequestOptions): Promise<Body>;
}

/** Without tokens, only the public operations work. */
export function createTransport(connection: Connection, tokens: AccessTokens | null): Transport {
  async function exchange(method: Method, path: string, options: RequestOptions = {}): Promise<ReadResponse> {
    const isRepeatable = method !== "POST" || options.idempotencyKey !== undefined;
    const request = requestFor(connection, method, path, options);
    const response = await withRetries(connection, { isRepeatable, signal: options.signal }, () =>
      tokens === null ? attempt(connection, request) : attemptWithToken(connection, tokens, request),
    );
    requireIntentsOf(connection, response.body);
    for (const warning of warningsIn(response.body)) connection.onWarning(warning, { method, path });
    return response;
  }
  return {
    connection,
    exchange,
    async send<Body>(method: Method, path: string, options?: RequestOptions) {
      const { body } = await exchange(method, path, options);
      const { success, warnings, ...fields } = body as Record<string, unknown>;
      return fields as Body;
    },
  };
}

export function warningsIn(body: unknown): Warning[] {
  return isObject(body) && Array.isArray(body.warnings) ? body.warnings.filter(isFieldFault) : [];
}

/** A 401 means that the request had no effect, so any request may be repeated once with a new token. */
async function attemptWithToken(
  connection: Connection,
  tokens: AccessTokens,
  request: HttpRequest,
): Promise<Outcome> {
  const token = await tokens.take();
  const outcome = await attempt(connection, withToken(request, token));
  if (outcome.ok || !isUnauthorized(outcome.error)) return outcome;
  tokens.drop(token);
  return await attempt(connection, withToken(request, await tokens.take()));
}

function isUnauthorized(error: Error): boolean {
  return error instanceof PaymentsApiError && error.status === 401;
}

function withToken(request: HttpRequest, token: string): HttpRequest {
  return { ...request, headers: { ...request.headers, Authorization: `Bearer ${token}` } };
}

function requestFor(
  { baseUrl, idempotencyKeyPrefix }: Connection,
  method: Method,
  path: string,
  { query = {}, body, idempotencyKey, headers, textType, signal }: RequestOptions,
): HttpRequest {
  return {
    method,
    url: baseUrl + path + queryText(query),
    path,
    headers: {
      ...headers,
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKeyPrefix + idempotencyKey }),
    },
    body: body === undefined ? null : JSON.stringify(body),
    textType,
    signal,
  };
}

function queryText(query: object): string {
  const parameters = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(parameters.map(([name, value]) => [name, String(value)])).toString();
  return text === "" ? "" : `?${text}`;
}

/** Throws TypeError unless `id` is a valid id: `..` in a path, for example, would reach another operation. */
export function idSegment(id: string): string {
  if (!/^[\w-]+$/.test(id))
    throw new TypeError("an id may contain only letters, digits, hyphens and underscores");
  return id;
}
