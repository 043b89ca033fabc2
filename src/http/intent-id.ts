import type { Context } from "hono";
import { refused } from "./refusals.ts";
import { parseId } from "./schemas/fields.ts";

/** The intent id of the path; one that is no UUID is not found. */
export function intentIdOf(c: Context): string {
  const id = parseId(c.req.param("intentID") ?? "");
  if (id === null) throw refused("not_found");
  return id;
}
