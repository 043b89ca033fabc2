// Turns zod into JSON Schema. Named schemas become components; all others are inlined.

import * as z from "zod/mini";
import { addRows } from "../../core/domain/open-list.ts";
import { INTENT_STATUSES, REFUND_STATUSES } from "../../core/domain/payment-intents/payment-intent.ts";
import { published } from "../../core/wire/shared/openapi-notes.ts";
import * as ofCore from "../../core/wire/shared/response-schemas.ts";
import type { JsonSchema, Parameter } from "./types.ts";

const COMPONENTS = "#/components/schemas/";

/** Their keys are their names. Those of parts come by `addResponses`. */
export const RESPONSES: Record<string, z.ZodMiniType> = { ...ofCore };

type OfCore = keyof typeof ofCore;

export function addResponses(
  ofParts: Record<Exclude<keyof PartResponses, OfCore>, z.ZodMiniType>,
  extended: Record<Extract<keyof PartResponses, OfCore>, z.ZodMiniType>,
): void {
  addRows(RESPONSES, ofParts);
  Object.assign(RESPONSES, extended);
  for (const [id, schema] of Object.entries(RESPONSES))
    published.add(schema, { ...published.get(schema), id });
}

export function componentSchemas(registry = published): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(registry, {
    io: "input",
    metadata: registry,
    uri: (id) => COMPONENTS + id,
    override: tidy,
  });
  return Object.fromEntries(
    Object.entries(schemas)
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([name, { $schema, $id, id, ...schema }]) => [name, schema as JsonSchema]),
  );
}

export function nameOf(schema: z.ZodMiniType, registry = published): string {
  const id = registry.get(schema)?.id;
  if (id === undefined) throw new Error("a body of the document has no name");
  return id;
}

export function descriptionOf(schema: z.ZodMiniType): string {
  return published.get(schema)?.description ?? "";
}

/** Only for schemas with a name. */
export function referenceTo(schema: z.ZodMiniType, registry = published): JsonSchema {
  return { $ref: COMPONENTS + nameOf(schema, registry) };
}

export function queryParameters(query: z.ZodMiniType): Parameter[] {
  const { properties = {}, required = [] } = z.toJSONSchema(query, {
    io: "input",
    metadata: published,
    override: tidy,
  }) as JsonSchema;
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: "query",
    ...(required.includes(name) ? { required: true } : {}),
    ...(description === undefined ? {} : { description }),
    schema,
  }));
}

/** The schema alone, without what the document adds to it. */
export function plainSchema(schema: z.ZodMiniType): JsonSchema {
  return z.toJSONSchema(schema, { io: "input", metadata: z.registry() }) as JsonSchema;
}

export function fieldNames(schema: z.ZodMiniType): string[] {
  return Object.keys(plainSchema(schema).properties ?? {});
}

/** Formats for which zod adds a long pattern that says nothing more. */
const FORMATS_WITH_PATTERN = new Set(["date", "date-time", "uuid"]);

/** Without a format, generated clients take a number for one of 32 bits. */
const INT32_MAX = 2 ** 31 - 1;

function tidy({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  // Clients in Java write the constant as an integer, and would not compile if it were a number with fractions.
  if (Number.isInteger(jsonSchema.const)) jsonSchema.type = "integer";
  const { type, maximum = Number.POSITIVE_INFINITY } = jsonSchema;
  // zod gives every number without a bound of its own what JavaScript can count to.
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (type === "number") jsonSchema.format ??= "double";
  if (type === "integer" && maximum > INT32_MAX) jsonSchema.format ??= "int64";
  if (FORMATS_WITH_PATTERN.has(jsonSchema.format ?? "")) delete jsonSchema.pattern;
}

/** The enumerations of responses that never grow; every other one may. */
const CLOSED: readonly (readonly unknown[])[] = [
  INTENT_STATUSES,
  REFUND_STATUSES,
  ["sandbox", "live"],
  ["credit", "debit"],
  ["in", "out"],
];

/**
 * The schemas of responses, with enumerations that clients cannot hold a later value against: of an `enum`, generated clients
 * refuse it. Schemas of requests, which are named, stay as they are.
 */
export function withOpenEnums(
  schemas: Record<string, JsonSchema>,
  requests: ReadonlySet<string>,
): Record<string, JsonSchema> {
  const entries = Object.entries(schemas);
  return Object.fromEntries(
    entries.map(([name, schema]) => [name, requests.has(name) ? schema : (opened(schema) as JsonSchema)]),
  );
}

function opened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(opened);
  if (typeof value !== "object" || value === null) return value;
  const { enum: values, ...others } = value as JsonSchema;
  const inner = Object.fromEntries(Object.entries(others).map(([key, each]) => [key, opened(each)]));
  if (values === undefined) return inner;
  return { ...inner, [isClosed(values) ? "enum" : "x-extensible-enum"]: values };
}

function isClosed(values: readonly unknown[]): boolean {
  return values.length === 1 || CLOSED.some((closed) => String(closed) === String(values));
}
