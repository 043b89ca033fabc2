// What the OpenAPI document says about a schema besides its shape. It stands with the schema, so that both change together.
import * as z from "zod/mini";

export interface About {
  /** Makes it a component of the document, under this name. A response has its name there. */
  id?: string;
  description?: string;
  /** Any other keyword of JSON Schema that zod cannot derive. */
  [keyword: string]: unknown;
}

export const published = z.registry<About>();

/** A copy of the schema with these keywords in the document; a text is its description. */
export function documented<Schema extends z.ZodMiniType>(about: About | string, schema: Schema): Schema {
  const copy = schema.clone();
  published.add(copy, typeof about === "string" ? { description: about } : about);
  return copy;
}

export function named<Schema extends z.ZodMiniType>(id: string, schema: Schema): Schema {
  return documented({ id }, schema);
}

export function requestOf<Fields extends z.core.$ZodShape>(id: string, fields: Fields) {
  return named(id, z.object(fields));
}
