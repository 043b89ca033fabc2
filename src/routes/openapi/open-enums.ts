import { INTENT_STATUSES, REFUND_STATUSES } from "../../domain/payment-intent.ts";
import type { JsonSchema } from "./types.ts";

/** The enumerations of responses that never grow; every other one may. */
const CLOSED: readonly (readonly unknown[])[] = [
  INTENT_STATUSES,
  REFUND_STATUSES,
  ["sandbox", "live"],
  ["credit", "debit"],
  ["in", "out"],
];

/**
 * The schemas of responses, with enumerations that clients cannot hold a later value against: of an `enum`, generated clients
 * refuse it. Schemas of requests, which are named, stay as they are.
 */
export function withOpenEnums(
  schemas: Record<string, JsonSchema>,
  requests: ReadonlySet<string>,
): Record<string, JsonSchema> {
  const entries = Object.entries(schemas);
  return Object.fromEntries(
    entries.map(([name, schema]) => [name, requests.has(name) ? schema : (opened(schema) as JsonSchema)]),
  );
}

function opened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(opened);
  if (typeof value !== "object" || value === null) return value;
  const { enum: values, ...others } = value as JsonSchema;
  const inner = Object.fromEntries(Object.entries(others).map(([key, each]) => [key, opened(each)]));
  if (values === undefined) return inner;
  return { ...inner, [isClosed(values) ? "enum" : "x-extensible-enum"]: values };
}

function isClosed(values: readonly unknown[]): boolean {
  return values.length === 1 || CLOSED.some((closed) => String(closed) === String(values));
}
