/** One JSON line per event. Callers name the fields they log; errors are reduced to name and message. */
export function log(
  level: "info" | "warn" | "error",
  event: string,
  fields: Record<string, unknown> = {},
): void {
  console[level](JSON.stringify({ level, event, ...fields, ...describeError(fields.error) }));
}

/** Drizzle's messages contain every bound parameter, secrets included: only the cause is safe to log. */
function describeError(error: unknown): { error?: string } {
  if (error === undefined) return {};
  if (!(error instanceof Error)) return { error: String(error) };
  const source = error.cause instanceof Error ? error.cause : error;
  const hasParameters = source === error && error.message.startsWith("Failed query");
  return { error: `${error.name}: ${hasParameters ? "database query failed" : source.message}` };
}
