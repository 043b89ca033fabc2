/** Limits work without a deadline of its own, such as a D1 query. Rejects when it takes longer; the work itself goes on. */
export async function withinDeadline<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  const expired = Promise.withResolvers<never>();
  const timer = setTimeout(() => expired.reject(new Error(`no response within ${timeoutMs} ms`)), timeoutMs);
  try {
    return await Promise.race([work, expired.promise]);
  } finally {
    clearTimeout(timer);
  }
}
