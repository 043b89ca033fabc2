// Calls the service's own API. The session's cookie says who is asking.
import { hearServerTimeOf } from "#pages/browser/kit/clock.ts";
import { ConnectionFailure, failureFrom } from "./failures.ts";
import { API, OPERATIONS, type OperationId, type ResponseOf } from "./operations.ts";

export type QueryValue = string | number | null | undefined;

export interface RequestParts {
  /** The values of the path's parameters, in their order. */
  ids?: readonly string[];
  query?: Record<string, QueryValue>;
  body?: unknown;
  /** It is sent as it is, instead of a body. */
  file?: Blob;
  /** A request that is repeated under the same key takes effect once. */
  idempotencyKey?: string;
}

const UNAUTHORIZED = 401;
const TIMEOUT_MS = 30_000;

let onSessionEnded = () => {};

export function whenSessionEnds(callback: () => void): void {
  onSessionEnded = callback;
}

export async function request<Id extends OperationId>(
  operation: Id,
  parts: RequestParts = {},
): Promise<ResponseOf<Id>> {
  return JSON.parse(await requestText(operation, parts));
}

/** The body as it was sent, for what must be shown byte for byte. */
export async function requestText(operation: OperationId, parts: RequestParts = {}): Promise<string> {
  const [method = "", path = ""] = OPERATIONS[operation][0].split(" ");
  const [...ids] = parts.ids ?? [];
  return await send(
    method,
    API + path.replace(/\{\w+\}/g, () => encodeURIComponent(ids.shift() ?? "")),
    parts,
  );
}

export async function send(method: string, path: string, parts: RequestParts = {}): Promise<string> {
  const { response, text } = await exchange(path + queryText(parts.query ?? {}), {
    method,
    headers: headersFor(parts),
    body: parts.file ?? (parts.body === undefined ? null : JSON.stringify(parts.body)),
    cache: "no-store",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.ok) return text;
  if (response.status === UNAUTHORIZED) onSessionEnded();
  throw failureFrom(response.status, text, response.headers.get("X-Request-Id"));
}

async function exchange(url: string, init: RequestInit): Promise<{ response: Response; text: string }> {
  try {
    const response = await fetch(url, init);
    hearServerTimeOf(response);
    return { response, text: await response.text() };
  } catch (cause) {
    throw new ConnectionFailure("no response", { cause });
  }
}

function headersFor({ body, idempotencyKey }: RequestParts): Record<string, string> {
  return {
    ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    ...(idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey }),
  };
}

/** Begins with the question mark; empty values are left out. */
export function queryText(query: Record<string, QueryValue>): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === null || value === undefined || value === "" ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
}
