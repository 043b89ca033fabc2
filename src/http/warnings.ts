// What a request names and this service does not know. It changes nothing, but it is reported, because the caller
// meant something by it.
import type { Context } from "hono";
import type * as z from "zod";
import { nearestName } from "../lib/nearest-name.ts";
import type { AppEnv, FieldFault } from "./app-env.ts";

/** The fields of a schema for objects, or of what it is transformed from. */
export function fieldsOf(schema: z.ZodType): string[] {
  const def = schema._zod.def as { in?: z.ZodType; shape?: object };
  return def.in === undefined ? Object.keys(def.shape ?? {}) : fieldsOf(def.in);
}

export function unknownNames(
  names: readonly string[],
  known: readonly string[],
  message: string,
): FieldFault[] {
  return names
    .filter((name) => !known.includes(name))
    .map((name) => {
      const nearest = nearestName(name, known);
      return { field: name, message: nearest === null ? message : `${message}; did you mean ${nearest}?` };
    });
}

/** Of the body, as the validator has noted them, and of the query. */
export function warningsOf(c: Pick<Context<AppEnv>, "req" | "var">): readonly FieldFault[] {
  const inBody = c.var.warnings ?? [];
  if (!c.req.url.includes("?")) return inBody;
  const inQuery = unknownNames(Object.keys(c.req.query()), c.var.knownQuery ?? [], IGNORED);
  return [...inBody, ...inQuery];
}

export const IGNORED = "is not known and was ignored";
