// Calls to other services: a deadline, no redirects, a limit on what is read, and JSON or an error.

import { withinDeadline } from "./deadline.ts";

export type Fetch = (input: string, init?: RequestInit) => Promise<Response>;

export interface JsonResponse {
  status: number;
  headers: Headers;
  /** It is not validated; null when the response is empty. */
  body: unknown;
}

const RESPONSE_BYTES_MAX = 256 * 1024;

/** Returns any status, redirects included. Throws when the response is late, too large or not JSON. */
export async function fetchJson(
  fetch: Fetch,
  url: string,
  init: RequestInit,
  options: { timeoutMs: number; maxBytes?: number; parse?: (text: string) => unknown },
): Promise<JsonResponse> {
  const { timeoutMs, maxBytes = RESPONSE_BYTES_MAX, parse = JSON.parse } = options;
  const call = new AbortController();
  const sent: RequestInit = { ...init, redirect: "manual", signal: call.signal };
  try {
    const response = exchange(fetch, url, sent, { maxBytes, parse });
    return await withinDeadline(response, timeoutMs);
  } finally {
    // Ends a call that is late. An app that is called in process ignores it.
    call.abort();
  }
}

async function exchange(
  fetch: Fetch,
  url: string,
  init: RequestInit,
  { maxBytes, parse }: { maxBytes: number; parse: (text: string) => unknown },
): Promise<JsonResponse> {
  const response = await fetch(url, init);
  const text = await readText(response, maxBytes);
  const { status, headers } = response;
  return { status, headers, body: parseJson(text, parse, status) };
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  if (response.body === null) return "";
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new Error(`response exceeds ${maxBytes} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** The parser's own message quotes the text, which may hold a secret. */
function parseJson(text: string, parse: (text: string) => unknown, status: number): unknown {
  if (text === "") return null;
  try {
    return parse(text);
  } catch {
    throw new Error(`response with status ${status} is not JSON`);
  }
}
