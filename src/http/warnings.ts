// Names in a request that this service does not know. They have no effect, but they are reported, because the caller
// expected one.
import type { Context } from "hono";
import type * as z from "zod/mini";
import type { FieldFault } from "../domain/result.ts";
import { nearestName } from "../lib/nearest-name.ts";
import type { AppEnv } from "./app-env.ts";

/** Bounds the work and the response: a body of 64 KB can hold thousands of unknown names. */
const REPORTED_MAX = 20;

export const IGNORED = "is not known and was ignored";

/** The fields of an object's schema, or of the object that a schema transforms. */
export function fieldsOf(schema: z.ZodMiniType): string[] {
  const def = schema._zod.def as { in?: z.ZodMiniType; shape?: object };
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

/** What the validators have found. A route without one for the query knows no parameter. */
export function warningsOf(c: Pick<Context<AppEnv>, "get" | "req">): readonly FieldFault[] {
  const inBody = c.get("unknownInBody") ?? [];
  const inQuery = c.get("unknownInQuery") ?? unknownNames(queryNames(c), [], IGNORED);
  return inQuery.length === 0 ? inBody : [...inBody, ...inQuery];
}

function queryNames({ req }: Pick<Context<AppEnv>, "req">): string[] {
  return req.url.includes("?") ? Object.keys(req.query()) : [];
}
