// Names in a request that this service does not know. They have no effect, but they are reported, because the caller
// expected one.
import type { Context } from "hono";
import type * as z from "zod/mini";
import type { FieldFault } from "#core/domain/result.ts";
import { repeatedMembers } from "#core/lib/json-member.ts";
import { nearestName } from "#core/lib/nearest-name.ts";
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

/** Readers of JSON do not agree on which of two members of one name counts; this service takes the last one. */
export function repeatedNames(json: string): FieldFault[] {
  const message = "stands more than once; the last one counts";
  return repeatedMembers(json)
    .slice(0, REPORTED_MAX)
    .map((field) => ({ field, message }));
}

/** Headers that were probably meant to be this one, such as `X-Idempotency-Key`. They have no effect. */
export function misspeltHeaders(headers: Headers, meant: string): FieldFault[] {
  return [...headers.keys()]
    .filter((name) => nearestName(name.replace(/^x-/, ""), [meant]) !== null && name !== meant.toLowerCase())
    .map((name) => ({ field: name, message: `${IGNORED}; did you mean ${meant}?` }));
}

/** What the validators have found. A route without one for the query knows no parameter. */
export function warningsOf(c: Pick<Context<AppEnv>, "get" | "req">): readonly FieldFault[] {
  const inBody = [...(c.get("misspeltHeaders") ?? []), ...(c.get("unknownInBody") ?? [])];
  const inQuery = c.get("unknownInQuery") ?? unknownNames(queryNames(c), [], IGNORED);
  return inQuery.length === 0 ? inBody : [...inBody, ...inQuery];
}

function queryNames({ req }: Pick<Context<AppEnv>, "req">): string[] {
  return req.url.includes("?") ? Object.keys(req.query()) : [];
}
