// Values held to the schemas of an OpenAPI document.
import { type Schema, Validator } from "@cfworker/json-schema";
import type { JsonSchema, OpenApiDocument } from "#scripts/openapi/types.ts";

/** What the document says in words, because generators fail at it as a keyword. */
const CONSTANTS: Record<string, boolean> = { "Always true.": true, "Always false.": false };

/** A field or a code that the document does not name is a fault as well, so the schemas are closed for the test. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== "object" || schema === null) return schema;
  const constant = "description" in schema ? CONSTANTS[String(schema.description)] : undefined;
  if (constant !== undefined) return { const: constant };
  const entries = Object.entries(schema);
  const inner = Object.fromEntries(
    entries.map(([key, value]) => [key === "x-extensible-enum" ? "enum" : key, closed(value)]),
  );
  return "properties" in inner && inner.type === "object" ? { additionalProperties: false, ...inner } : inner;
}

/** Says what is wrong with a value; empty when nothing is. */
export function faultFinder(document: OpenApiDocument) {
  const components = closed({ schemas: document.components.schemas });
  const validators = new WeakMap<JsonSchema, Validator>();
  return (value: unknown, schema: JsonSchema): string[] => {
    const validator =
      validators.get(schema) ??
      new Validator({ ...(closed(schema) as Schema), components }, "2020-12", false);
    validators.set(schema, validator);
    const { errors } = validator.validate(value);
    return errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`);
  };
}
