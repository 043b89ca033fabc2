// The service's own OpenAPI document, and answers held to it.
import { exports } from "cloudflare:workers";
import { type Schema, Validator } from "@cfworker/json-schema";
import { expect } from "vitest";
import type {
  JsonSchema,
  MediaType,
  OpenApiDocument,
  OperationObject,
  ResponseObject,
} from "../../src/routes/openapi/types.ts";
import { BASE_URL } from "./api.ts";

const response = await exports.default.fetch(`${BASE_URL}/openapi.json`);
export const document = await response.json<OpenApiDocument>();

export interface DocumentedOperation {
  method: string;
  path: string;
  operation: OperationObject;
}

export const operations: DocumentedOperation[] = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);

export function resolve<T extends object>(item: T | { $ref: string }): T {
  if (!("$ref" in item)) return item;
  const names = item.$ref.replace(/^#\//, "").split("/");
  // biome-ignore lint/suspicious/noExplicitAny: a path through JSON
  const found = names.reduce((node: any, name) => node?.[name], document);
  expect(found, item.$ref).toBeDefined();
  return found;
}

/** A field that the document does not name is a fault, too: the schemas are closed for the test. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== "object" || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return "properties" in inner && inner.type === "object" ? { additionalProperties: false, ...inner } : inner;
}

const components = closed({ schemas: document.components.schemas });

/** What is wrong with the value; empty when nothing is. */
export function faultsOf(value: unknown, schema: JsonSchema): string[] {
  const root = { ...(closed(schema) as Schema), components };
  const { errors } = new Validator(root, "2020-12", false).validate(value);
  return errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`);
}

/** Every "operationId status" that was answered. */
export const seen = new Set<string>();

export interface Ask {
  token?: string;
  json?: unknown;
  form?: Record<string, string>;
  text?: string;
  headers?: Record<string, string>;
}

/** Calls the service, and fails when the document does not know the answer. `path` may have a query. */
export async function ask(route: string, { token, json, form, text, headers }: Ask = {}) {
  const [method = "", path = ""] = route.split(" ");
  const sent = new Headers(headers);
  if (token !== undefined) sent.set("Authorization", `Bearer ${token}`);
  if (json !== undefined) sent.set("Content-Type", "application/json");
  const body = form
    ? new URLSearchParams(form)
    : (text ?? (json === undefined ? null : JSON.stringify(json)));
  const response = await exports.default.fetch(BASE_URL + path, { method, headers: sent, body });
  const { operationId, responses } = operationAt(method, path.split("?")[0] ?? "");
  const documented = responses[response.status];
  const shown = new TextDecoder().decode(await response.arrayBuffer());
  expect(documented, `${operationId} answers ${response.status}: ${shown}`).toBeDefined();
  seen.add(`${operationId} ${response.status}`);
  const parsed = expectAsDocumented(
    response,
    shown,
    resolve<ResponseObject>(documented ?? { description: "" }),
  );
  return { status: response.status, headers: response.headers, body: parsed };
}

function operationAt(method: string, path: string): OperationObject {
  const found = operations.find(
    (known) =>
      known.method === method && new RegExp(`^${known.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(path),
  );
  if (found === undefined) throw new Error(`the document has no ${method} ${path}`);
  return found.operation;
}

function expectAsDocumented(response: Response, text: string, { content, headers = {} }: ResponseObject) {
  const type = response.headers.get("Content-Type")?.split(";")[0] ?? "none";
  const media: MediaType | undefined = content?.[type];
  if (content === undefined) expect(text).toBe("");
  else expect(Object.keys(content)).toContain(type);
  for (const name of ["ETag", "Retry-After", "WWW-Authenticate", "Idempotent-Replayed"]) {
    if (response.headers.has(name)) expect(Object.keys(headers)).toContain(name);
  }
  expect(Object.keys(headers)).toContain("X-Request-Id");
  if (type !== "application/json" || media === undefined) return null;
  const body = JSON.parse(text);
  expect(faultsOf(body, media.schema), text).toEqual([]);
  return body;
}
