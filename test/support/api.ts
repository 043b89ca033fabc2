// A client of the service as its users are: every call goes through the Worker's own entry.
import { env, exports } from "cloudflare:workers";
import { expect } from "vitest";
import { atService, takeTokenFrom } from "./identity-provider.ts";
import { noteSecretsOf } from "./log-watch.ts";
import { expectDocumented } from "./openapi.ts";

export const BASE_URL = env.PUBLIC_URL;
export const docsUrl = (code: string) => `${BASE_URL}/docs/errors#${code}`;
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
export const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

export interface ApiResponse {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on whatever came back
  body: any;
}

export interface CallOptions {
  token?: string;
  json?: unknown;
  text?: string;
  /** `null` sends a body without a content type. */
  contentType?: string | null;
  headers?: Record<string, string>;
}

/** Every response is checked for what all have in common, and against the OpenAPI document. */
export async function call(method: string, path: string, options: CallOptions = {}): Promise<ApiResponse> {
  const response = await send(method, path, options);
  noteSecretsOf(response.body);
  expectDocumented(method, path, response);
  expectConventions(response, isIntentRead(method, path));
  return response;
}

/** GET of one intent, the merchant's or the public one: what a 304 may be returned for. */
function isIntentRead(method: string, path: string): boolean {
  const { pathname } = new URL(BASE_URL + path);
  return method === "GET" && /^\/merchant\/api\/v1\/(public\/)?payment-intents\/[^/]+$/.test(pathname);
}

async function send(method: string, path: string, options: CallOptions): Promise<ApiResponse> {
  const { token, contentType = "application/json" } = options;
  const body = options.text ?? (options.json === undefined ? undefined : JSON.stringify(options.json));
  const headers = new Headers(options.headers);
  if (token !== undefined) headers.set("Authorization", `Bearer ${token}`);
  if (body !== undefined && contentType !== null) headers.set("Content-Type", contentType);
  const response = await exports.default.fetch(BASE_URL + path, {
    method,
    headers,
    // Bytes, because text would bring a content type of its own.
    ...(body === undefined ? {} : { body: new TextEncoder().encode(body) }),
    redirect: "manual",
  });
  // workerd warns of `text()` where the content type is not text.
  const text = new TextDecoder().decode(await response.arrayBuffer());
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isText(response.headers) || text === "" ? null : JSON.parse(text),
  };
}

/** The metrics, the payments as CSV and the export of a merchant: what is neither JSON nor an image. */
function isText(headers: Headers): boolean {
  return /^(text\/(plain|csv)|application\/x-ndjson);/.test(headers.get("Content-Type") ?? "");
}

function expectConventions({ status, headers, text, body }: ApiResponse, isIntent: boolean): void {
  const requestId = headers.get("X-Request-Id");
  const isRevalidated = isIntent && status < 400;
  expect(requestId).toMatch(UUID);
  expect(headers.get("Cache-Control")).toBe(isRevalidated ? "private, no-cache" : "no-store");
  expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(headers.get("Referrer-Policy")).toBe("no-referrer");
  expect(headers.get("Strict-Transport-Security")).toBe("max-age=31536000");
  expect(headers.get("Content-Security-Policy")).toContain("default-src 'none'");
  if (isRevalidated) expect(headers.get("ETag")).toMatch(/^W\/"[\w.]+"$/);
  else expect(headers.has("ETag")).toBe(false);
  if (isIntent && status === 304) {
    expect({ text, type: headers.get("Content-Type") }).toEqual({ text: "", type: null });
    return;
  }
  if (isText(headers)) {
    expect(status).toBe(200);
    return;
  }
  expect(headers.get("Content-Type")).toMatch(/^application\/json\b/);
  if (status < 400) {
    expect(body).toMatchObject({ success: true });
    return;
  }
  expect(body).toMatchObject({
    success: false,
    error: expect.stringMatching(/./),
    code: expect.stringMatching(/^[a-z]+(_[a-z]+)*$/),
    request_id: requestId,
    docs_url: docsUrl(body.code),
  });
}

export function fetchToken(clientId: string, clientSecret: string): Promise<string> {
  return takeTokenFrom(atService, { clientId, clientSecret });
}

export function adminToken(): Promise<string> {
  return takeTokenFrom(atService);
}
