/** A moved or restarted object fails once with a retryable error; an overloaded one must not be called again. */
export async function callObject<T>(isRepeatable: boolean, attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (!isRepeatable || !isMarked(error, "retryable") || isOverloaded(error)) throw error;
    return await attempt();
  }
}

export function isOverloaded(error: unknown): boolean {
  return isMarked(error, "overloaded");
}

/** Looks at its causes too: a cell's error is wrapped as one of D1, and by Drizzle. */
function isMarked(error: unknown, mark: "retryable" | "overloaded"): boolean {
  if (!(error instanceof Error)) return false;
  return (error as Partial<Record<typeof mark, boolean>>)[mark] === true || isMarked(error.cause, mark);
}
