// One request and its response. Expected failures are returned, so that only the retry loop handles them.
import { type FailedRequest, PaymentsApiError, PaymentsConnectionError } from "../errors.ts";
import type { Connection } from "../options.ts";
import { CLIENT } from "../runtime.ts";
import type { FieldFault } from "../wire/failures.ts";
import type { PaymentIntentStatus } from "../wire/payment-intents.ts";
import { retryAfterMs } from "./retry-after.ts";
import { serverTimeIn } from "./server-time.ts";

export interface HttpRequest {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  url: string;
  /** The URL's path, without the query: errors name it. */
  path: string;
  headers: Record<string, string>;
  body: string | null;
  /** The media type of a success that is returned as text; undefined for parsed JSON. */
  textType?: "text/csv" | "application/json" | undefined;
  signal: AbortSignal | undefined;
}

export interface ReadResponse {
  status: number;
  headers: Headers;
  /** Parsed JSON, or the text of the request's `textType`; null for 304. */
  body: unknown;
}

export type Outcome =
  | { ok: true; response: ReadResponse }
  | { ok: false; error: PaymentsApiError | PaymentsConnectionError };

/** Throws only when the request's signal is aborted: then its reason. */
export async function attempt(connection: Connection, request: HttpRequest): Promise<Outcome> {
  const { url, method, path, headers, body, signal } = request;
  const timeout = AbortSignal.timeout(connection.timeoutMs);
  try {
    const response = await connection.fetch(url, {
      method,
      headers: { ...CLIENT, ...headers },
      body,
      redirect: "manual",
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    const text = await response.text();
    return readResult(request, response, text, serverTimeIn(response.headers) ?? connection.clock());
  } catch (cause) {
    signal?.throwIfAborted();
    const fault = timeout.aborted
      ? `no response within ${connection.timeoutMs} ms`
      : `no connection to ${new URL(url).origin}`;
    const error = new PaymentsConnectionError({ method, path, requestId: null }, fault, { cause });
    return { ok: false, error };
  }
}

function readResult(request: HttpRequest, response: Response, text: string, now: number): Outcome {
  const { status, headers } = response;
  const isText = response.ok && request.textType !== undefined;
  if (isText && headers.get("Content-Type")?.split(";")[0] === request.textType)
    return { ok: true, response: { status, headers, body: text } };
  const body = parseJson(text);
  if (status === 304 || (response.ok && !isText && isObject(body)))
    return { ok: true, response: { status, headers, body } };
  const failed = { method: request.method, path: request.path, requestId: headers.get("X-Request-Id") };
  const error = response.ok
    ? new PaymentsConnectionError(
        failed,
        `the body of the ${status} response is not ${request.textType ?? "JSON"}`,
      )
    : apiError(failed, response, isObject(body) ? body : {}, now);
  return { ok: false, error };
}

/** Reads the service's error envelope or an OAuth error; a proxy's error page has neither. */
function apiError(
  request: FailedRequest,
  { status, headers }: Response,
  body: Record<string, unknown>,
  now: number,
): PaymentsApiError {
  const oauthText = textOf(body.error_description);
  const oauthCode = oauthText === null ? null : textOf(body.error);
  return new PaymentsApiError(
    { ...request, requestId: textOf(body.request_id) ?? request.requestId },
    {
      status,
      code: textOf(body.code) ?? oauthCode ?? "unexpected_response",
      text: oauthText ?? textOf(body.error) ?? "the response does not say why",
      details: Array.isArray(body.details) ? body.details.filter(isFieldFault) : [],
      docsUrl: textOf(body.docs_url) ?? textOf(body.error_uri),
      paymentIntentStatus: textOf(body.payment_intent_status) as PaymentIntentStatus | null,
      retryAfterMs: retryAfterMs(headers.get("Retry-After"), now),
    },
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

export function isFieldFault(value: unknown): value is FieldFault {
  return isObject(value) && typeof value.field === "string" && typeof value.message === "string";
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
