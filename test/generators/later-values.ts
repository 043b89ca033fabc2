// Responses of a later release: each open enumeration of the document has a value that it does not list.
import type { JsonSchema, OpenApiDocument } from "#scripts/openapi/types.ts";

export const LATER = "added_later";

const TEXTS: Record<string, string> = {
  "date-time": "2026-09-01T08:30:00.000Z",
  uri: "https://shop.example/hooks",
  uuid: "4c9a1f6e-2b7d-4e83-9a50-6d1f8b3c7e24",
};

/** Its keys name their schema, for each object of the document that has such an enumeration, at any depth. */
export function laterValues({ components }: OpenApiDocument): Record<string, unknown> {
  const { schemas } = components;
  const objects = Object.entries(schemas).filter(([, { type }]) => type === "object");
  const values = objects.map(([name, schema]) => [name, sampleOf(schema, schemas)] as const);
  return Object.fromEntries(values.filter(([, value]) => JSON.stringify(value).includes(LATER)));
}

/** A value that the schema allows, with all that is optional. Of alternatives it is the last: the most open one. */
function sampleOf(schema: JsonSchema, schemas: Record<string, JsonSchema>): unknown {
  const { $ref, anyOf, enum: closed, properties = {}, items, format, minimum } = schema;
  if ($ref !== undefined) return sampleOf(schemas[$ref.split("/").at(-1) ?? ""] ?? {}, schemas);
  const meant = anyOf?.findLast(({ type }) => type !== "null");
  if (meant !== undefined) return sampleOf(meant, schemas);
  if ("x-extensible-enum" in schema) return LATER;
  if ("const" in schema) return schema.const;
  if (closed !== undefined) return closed[0];
  switch ([schema.type].flat().find((type) => type !== "null")) {
    case "object":
      return Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, sampleOf(property, schemas)]),
      );
    case "array":
      return [sampleOf(items ?? {}, schemas)];
    case "string":
      return TEXTS[String(format)] ?? "text";
    case "boolean":
      return true;
    default:
      return Math.max(Number(minimum ?? 1), 1);
  }
}
