import type { LevelOf, LogEvent } from "#core/guide/log-events.ts";

/** One JSON line per event. Callers name the fields they log; errors are reduced to name, message and stack. */
export function log<Event extends LogEvent>(
  level: LevelOf<Event>,
  event: Event,
  fields: Record<string, unknown> = {},
): void {
  console[level](JSON.stringify({ level, event, ...fields, ...describeError(fields.error) }));
}

/** Ends with the work. Its failure is logged, and stops nothing else. */
export async function logFailure<Event extends LogEvent>(
  level: LevelOf<Event>,
  event: Event,
  fields: Record<string, unknown>,
  work: Promise<unknown>,
): Promise<void> {
  await work.catch((error: unknown) => log(level, event, { ...fields, error }));
}

/** Drizzle's messages contain every bound parameter, secrets included: only the database's own message is logged. */
function describeError(error: unknown): { error?: string; stack?: string[] } {
  if (error === undefined) return {};
  if (!(error instanceof Error)) return { error: String(error) };
  let source = error;
  while (source.cause instanceof Error) source = source.cause;
  const hasParameters = source.message.includes("Failed query");
  const text = hasParameters ? "database query failed" : source.message;
  const causedBy = source === error ? [] : ["caused by", ...framesOf(source)];
  return { error: `${error.name}: ${text}`, stack: [...framesOf(error), ...causedBy] };
}

/** Where the error was created, without its message, which may have several lines. */
function framesOf({ stack = "", message }: Error): string[] {
  const lines = stack.replace(message, () => "").split("\n");
  return lines.flatMap((line) => /^ +at (.+)$/.exec(line)?.[1] ?? []);
}
