// One request and its response. Expected failures are returned, so that only the retry loop handles them.
import { PaymentsApiError, PaymentsConnectionError } from "../errors.ts";
import type { Connection } from "../options.ts";
import type { FieldFault } from "../wire/common.ts";
import { retryAfterMs } from "./retry-after.ts";

export interface HttpRequest {
  url: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  headers: Record<string, string>;
  body: string | null;
  signal: AbortSignal | undefined;
}

export interface JsonResponse {
  status: number;
  headers: Headers;
  /** Parsed JSON; null for 304. */
  body: unknown;
}

export type Outcome =
  | { ok: true; response: JsonResponse }
  | { ok: false; error: PaymentsApiError | PaymentsConnectionError };

/** Throws only when the request's signal is aborted: then its reason. */
export async function attempt(connection: Connection, request: HttpRequest): Promise<Outcome> {
  const { url, method, headers, body, signal } = request;
  const timeout = AbortSignal.timeout(connection.timeoutMs);
  try {
    const response = await connection.fetch(url, {
      method,
      headers,
      body,
      redirect: "manual",
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    return readResult(response, await response.text(), connection.clock());
  } catch (cause) {
    signal?.throwIfAborted();
    const why = timeout.aborted ? `no response within ${connection.timeoutMs} ms` : "no connection";
    return { ok: false, error: new PaymentsConnectionError(`${method} ${url}: ${why}`, { cause }) };
  }
}

function readResult(response: Response, text: string, now: number): Outcome {
  const { status, headers } = response;
  const body = parseJson(text);
  if (status === 304 || (response.ok && isObject(body)))
    return { ok: true, response: { status, headers, body } };
  if (response.ok)
    return {
      ok: false,
      error: new PaymentsConnectionError(`the body of the ${status} response is not JSON`),
    };
  return { ok: false, error: failureFrom(response, isObject(body) ? body : {}, now) };
}

/** Reads the service's error envelope or an OAuth error; a proxy's error page has neither. */
function failureFrom(response: Response, body: Record<string, unknown>, now: number): PaymentsApiError {
  const { status, headers } = response;
  const oauthMessage = textOf(body.error_description);
  const oauthCode = oauthMessage === null ? null : textOf(body.error);
  return new PaymentsApiError({
    status,
    code: textOf(body.code) ?? oauthCode ?? "unexpected_response",
    message: oauthMessage ?? textOf(body.error) ?? `the response has status ${status}`,
    details: Array.isArray(body.details) ? body.details.filter(isFieldFault) : [],
    requestId: textOf(body.request_id) ?? headers.get("X-Request-Id"),
    retryAfterMs: retryAfterMs(headers.get("Retry-After"), now),
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isFieldFault(value: unknown): value is FieldFault {
  return isObject(value) && typeof value.field === "string" && typeof value.message === "string";
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
