import * as z from "zod";

export const PageQuery = z.object({
  page: queryInteger(1, 1_000_000, 1),
  limit: queryInteger(1, 100, 20),
});

/** A query parameter is text: only digits make an integer, so that "1e3", "0x1" and "" are refused. */
function queryInteger(minimum: number, maximum: number, fallback: number) {
  return z
    .string()
    .regex(/^\d{1,9}$/, { error: "must be an integer" })
    .transform(Number)
    .pipe(z.int().min(minimum).max(maximum))
    .default(fallback);
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Ids in paths are compared in lower case; one that is no UUID belongs to nothing. */
export function parseId(text: string): string | null {
  return UUID.test(text) ? text.toLowerCase() : null;
}
