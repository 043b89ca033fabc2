/** A moved or restarted object fails once with a retryable error; an overloaded one must not be called again. */
export async function callObject<T>(isRepeatable: boolean, attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (!isRepeatable || !isRetryable(error) || isOverloaded(error)) throw error;
    return await attempt();
  }
}

function isRetryable(error: unknown): boolean {
  return error instanceof Error && "retryable" in error && error.retryable === true;
}

export function isOverloaded(error: unknown): boolean {
  return error instanceof Error && "overloaded" in error && error.overloaded === true;
}
