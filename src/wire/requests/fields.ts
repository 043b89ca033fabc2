import * as z from "zod";
import { documented } from "../published.ts";

export const PageQuery = z.object({
  page: queryInteger(1, 1_000_000, 1),
  limit: queryInteger(1, 100, 20),
});

/** A query parameter is text: only digits make an integer, so that "1e3", "0x1" and "" are refused. */
export function queryInteger(minimum: number, maximum: number, fallback: number) {
  const integer = z
    .int({ error: ({ code }) => (code === "invalid_type" ? "must be an integer" : undefined) })
    .min(minimum)
    .max(maximum);
  return documented({ default: fallback }, z.preprocess(readDigits, integer).default(fallback));
}

function readDigits(text: unknown): unknown {
  return typeof text === "string" && /^\d{1,9}$/.test(text) ? Number(text) : text;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Ids in paths are compared in lower case; one that is no UUID belongs to nothing. */
export function parseId(text: string): string | null {
  return UUID.test(text) ? text.toLowerCase() : null;
}
