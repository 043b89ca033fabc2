import type { Context } from "hono";
import { invalid } from "./errors.ts";

export const IDEMPOTENCY_KEY = "Idempotency-Key";
const VISIBLE = /^[\x21-\x7e]{1,255}$/;

/** The request's idempotency key; null when there is none. */
export function idempotencyKeyOf(c: Context): string | null {
  const key = c.req.header(IDEMPOTENCY_KEY);
  if (key === undefined) return null;
  if (VISIBLE.test(key)) return key;
  throw invalid([{ field: IDEMPOTENCY_KEY, message: "must have 1 to 255 visible ASCII characters" }]);
}
