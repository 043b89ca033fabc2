// What the OpenAPI document says of a schema beyond its shape. Kept beside the schemas, so that the two change together.
import * as z from "zod";

export interface About {
  /** Makes it a component of the document, under this name. */
  id?: string;
  description?: string;
  /** Any keyword of JSON Schema, where zod cannot know it. */
  [keyword: string]: unknown;
}

export const published = z.registry<About>();

/** The same schema, with words about it. */
export function documented<Schema extends z.ZodType>(about: About, schema: Schema): Schema {
  const copy = schema.clone();
  published.add(copy, about);
  return copy;
}

export function named<Schema extends z.ZodType>(id: string, schema: Schema): Schema {
  return documented({ id }, schema);
}
