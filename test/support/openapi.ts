// The committed OpenAPI document, and responses held to it.
import { env, exports } from "cloudflare:workers";
import { expect } from "vitest";
import sandboxDocument from "#assets/openapi.sandbox.json";
import { codesIn } from "#scripts/openapi/failure-codes.ts";
import type { MediaType, OpenApiDocument, OperationObject, ResponseObject } from "#scripts/openapi/types.ts";
import { faultFinder } from "./closed-schemas.ts";

const BASE_URL = env.PUBLIC_URL;

export const document = sandboxDocument as unknown as OpenApiDocument;

export interface DocumentedOperation {
  method: string;
  path: string;
  operation: OperationObject;
}

export const operations: DocumentedOperation[] = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);

const patterns = operations.map(({ method, path, operation }) => ({
  method,
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`),
  operation,
}));

export function resolve<T extends object>(item: T | { $ref: string }): T {
  if (!("$ref" in item)) return item;
  const names = item.$ref.replace(/^#\//, "").split("/");
  // biome-ignore lint/suspicious/noExplicitAny: a path through JSON
  const found = names.reduce((node: any, name) => node?.[name], document);
  expect(found, item.$ref).toBeDefined();
  return found;
}

export const faultsOf = faultFinder(document);

/** Every "operationId status" that was returned. */
export const seen = new Set<string>();

interface Received {
  status: number;
  headers: Headers;
  text: string;
}

/**
 * Fails unless the document knows this response: its status, headers, fields and `code`. Requests that no operation
 * stands for, such as those to unknown paths, may only fail.
 */
export function expectDocumented(method: string, path: string, received: Received): void {
  const { pathname } = new URL(path, BASE_URL);
  const operation = patterns.find(
    (known) => known.method === method && known.pattern.test(pathname),
  )?.operation;
  if (operation === undefined) {
    if (method !== "HEAD")
      expect(received.status, `${method} ${path} is not documented`).toBeGreaterThanOrEqual(300);
    return;
  }
  const { default: common, [received.status]: own } = operation.responses;
  const documented = own ?? (received.status < 400 ? undefined : common);
  const what = `${operation.operationId} responds with ${received.status}: ${received.text}`;
  expect(documented, what).toBeDefined();
  if (documented === undefined) return;
  seen.add(`${operation.operationId} ${received.status}`);
  expectAsDocumented(received, resolve<ResponseObject>(documented), what);
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function expectAsDocumented(
  { status, headers, text }: Received,
  { content, headers: known = {}, description }: ResponseObject,
  what: string,
): void {
  for (const name of ["ETag", "Retry-After", "WWW-Authenticate", "Idempotent-Replayed"]) {
    if (headers.has(name)) expect(name in known || description.includes(`\`${name}\``), what).toBe(true);
  }
  expect(headers.has("X-Request-Id"), what).toBe(true);
  expect(headers.get("Server-Time"), what).toMatch(ISO_TIME);
  if (content === undefined) {
    expect(text).toBe("");
    return;
  }
  const type = headers.get("Content-Type")?.split(";")[0] ?? "none";
  expect(Object.keys(content)).toContain(type);
  const media: MediaType | undefined = content[type];
  if (type === "application/json" && media !== undefined) {
    const body = JSON.parse(text);
    expect(faultsOf(body, media.schema), what).toEqual([]);
    if (status >= 400) expect(codesIn(description), what).toContain(body.code ?? body.error);
  }
}

export interface Ask {
  token?: string;
  json?: unknown;
  form?: Record<string, string>;
  text?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
}

/** Sends "METHOD /path" to the service, and fails when the document does not know the response. */
export async function ask(route: string, { token, json, form, text, headers }: Ask = {}) {
  const [method = "", path = ""] = route.split(" ");
  const sent = new Headers(headers);
  if (token !== undefined) sent.set("Authorization", `Bearer ${token}`);
  if (json !== undefined) sent.set("Content-Type", "application/json");
  const body = form
    ? new URLSearchParams(form)
    : (text ?? (json === undefined ? null : JSON.stringify(json)));
  const response = await exports.default.fetch(BASE_URL + path, { method, headers: sent, body });
  const shown = new TextDecoder().decode(await response.arrayBuffer());
  expectDocumented(method, path, { status: response.status, headers: response.headers, text: shown });
  const isJson = response.headers.get("Content-Type")?.startsWith("application/json") ?? false;
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(shown) : null };
}
