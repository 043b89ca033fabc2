// Names in a request that this service does not know. They have no effect, but they are reported, because the caller
// expected one.
import type { Context } from "hono";
import type * as z from "zod";
import { nearestName } from "../lib/nearest-name.ts";
import type { AppEnv, FieldFault } from "./app-env.ts";

/** Bounds the work and the response: a body of 64 KB can hold thousands of unknown names. */
const REPORTED_MAX = 20;

export const IGNORED = "is not known and was ignored";

/** The fields of an object's schema, or of the object that a schema transforms. */
export function fieldsOf(schema: z.ZodType): string[] {
  const def = schema._zod.def as { in?: z.ZodType; shape?: object };
  return def.in === undefined ? Object.keys(def.shape ?? {}) : fieldsOf(def.in);
}

export function unknownNames(
  names: readonly string[],
  known: readonly string[],
  problem: string,
): FieldFault[] {
  return names
    .filter((name) => !known.includes(name))
    .slice(0, REPORTED_MAX)
    .map((name) => {
      const nearest = nearestName(name, known);
      return { field: name, message: nearest === null ? problem : `${problem}; did you mean ${nearest}?` };
    });
}

/** The unknown fields of the body, as the validator found them, and the unknown query parameters. */
export function warningsOf(c: Pick<Context<AppEnv>, "get" | "req">): readonly FieldFault[] {
  const inBody = c.get("warnings") ?? [];
  if (!c.req.url.includes("?")) return inBody;
  const inQuery = unknownNames(Object.keys(c.req.query()), c.get("knownQuery") ?? [], IGNORED);
  return [...inBody, ...inQuery];
}
