import { PaymentsApiError } from "../errors.ts";
import type { CallOptions, Connection } from "../options.ts";
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

export interface Call extends CallOptions {
  method: HttpRequest["method"];
  /** Appended to the base URL. Ids in it must pass through `idSegment`. */
  path: string;
  query?: object;
  body?: object;
  /** A POST without a key is retried only after a 429 or a 401. */
  idempotencyKey?: string;
  headers?: Record<string, string>;
  /** Of a success that is text instead of JSON. */
  textType?: HttpRequest["textType"];
}

export interface Transport {
  connection: Connection;
  exchange(call: Call): Promise<ReadResponse>;
  /**
   * Returns the fields of the response but for `success` and `warnings`. Nothing validates them as `Body`: the
   * client trusts the service.
   */
  send<Body>(call: Call): Promise<Body>;
}

/** Without tokens, only the public operations work. */
export function createTransport(connection: Connection, tokens: AccessTokens | null): Transport {
  async function exchange(call: Call): Promise<ReadResponse> {
    const isRepeatable = call.method !== "POST" || call.idempotencyKey !== undefined;
    const request = requestFor(connection.baseUrl, call);
    const response = await withRetries(connection, { isRepeatable, signal: call.signal }, () =>
      tokens === null ? attempt(connection, request) : attemptWithToken(connection, tokens, request),
    );
    reportWarnings(connection, call, response.body);
    return response;
  }
  return {
    connection,
    exchange,
    async send<Body>(call: Call) {
      const { success, warnings, ...fields } = (await exchange(call)).body as Record<string, unknown>;
      return fields as Body;
    },
  };
}

function reportWarnings(connection: Connection, { method, path }: Call, body: unknown): void {
  const warnings = isObject(body) && Array.isArray(body.warnings) ? body.warnings.filter(isFieldFault) : [];
  for (const warning of warnings) connection.onWarning(warning, { method, path });
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

function requestFor(baseUrl: string, call: Call): HttpRequest {
  const headers = { ...call.headers };
  if (call.body !== undefined) headers["Content-Type"] = "application/json";
  if (call.idempotencyKey !== undefined) headers["Idempotency-Key"] = call.idempotencyKey;
  return {
    method: call.method,
    url: baseUrl + call.path + queryText(call.query ?? {}),
    path: call.path,
    headers,
    body: call.body === undefined ? null : JSON.stringify(call.body),
    textType: call.textType,
    signal: call.signal,
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
