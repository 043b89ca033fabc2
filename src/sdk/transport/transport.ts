import { PaymentsApiError } from "../errors.ts";
import type { CallOptions, Connection } from "../options.ts";
import type { AccessTokens } from "./access-token.ts";
import { attempt, type HttpRequest, type Outcome, type ResponseSpec } from "./attempt.ts";
import { withRetries } from "./retry.ts";

export interface Call extends CallOptions {
  method: HttpRequest["method"];
  /** Segments after the base address; those that are ids come through `idSegment`. */
  path: string;
  query?: object;
  body?: object;
  /** A POST without one is not repeated once it may have happened. */
  idempotencyKey?: string;
  headers?: Record<string, string>;
}

export interface Transport {
  connection: Connection;
  exchange(call: Call): Promise<ResponseSpec>;
  /** The answer's JSON, which is what the wire types say: the service is trusted to keep its own contract. */
  send<Body>(call: Call): Promise<Body>;
}

/** Without tokens only the public operations answer. */
export function createTransport(connection: Connection, tokens: AccessTokens | null): Transport {
  async function exchange(call: Call): Promise<ResponseSpec> {
    const isRepeatable = call.method !== "POST" || call.idempotencyKey !== undefined;
    const request = requestFor(connection.baseUrl, call);
    return await withRetries(connection, { isRepeatable, signal: call.signal }, () =>
      tokens === null ? attempt(connection, request) : attemptWithToken(connection, tokens, request),
    );
  }
  return {
    connection,
    exchange,
    async send<Body>(call: Call) {
      return (await exchange(call)).body as Body;
    },
  };
}

/** A 401 says that nothing was done, so whatever the operation it may follow once more with a new token. */
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
    url: baseUrl + call.path + queryText(call.query ?? {}),
    method: call.method,
    headers,
    body: call.body === undefined ? null : JSON.stringify(call.body),
    signal: call.signal,
  };
}

function queryText(query: object): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text === "" ? "" : `?${text}`;
}

/** Throws TypeError for what is no id: `..` in a path would reach another operation. */
export function idSegment(id: string): string {
  if (!/^[\w-]+$/.test(id)) throw new TypeError("an id has letters, digits and hyphens only");
  return id;
}
