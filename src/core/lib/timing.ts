// How often a request calls what is elsewhere, and how long it waits: for its Server-Timing header.
import { AsyncLocalStorage } from "node:async_hooks";

type Elsewhere = "d1" | "object" | "ledger";
/** What has been called. */
export type Timing = Partial<Record<Elsewhere, { calls: number; ms: number }>>;

const current = new AsyncLocalStorage<Timing | null>();

/** What `work` calls is counted there, whatever else runs at the same time. */
export function withTiming<Result>(timing: Timing | null, work: () => Result): Result {
  return current.run(timing, work);
}

export async function timeCall<Result>(to: Elsewhere, call: () => Promise<Result>): Promise<Result> {
  const timing = current.getStore();
  if (!timing) return await call();
  const startedAt = performance.now();
  try {
    // What an embedded ledger calls is a part of this call.
    return await withTiming(null, call);
  } finally {
    addTiming({ [to]: { calls: 1, ms: performance.now() - startedAt } }, timing);
  }
}

/** What an object does for another's request, with what it has called: the caller adds it to its own. */
export async function withOwnTiming<Result extends object>(
  work: () => Promise<Result>,
): Promise<Result & { timing: Timing }> {
  const timing: Timing = {};
  const result = await withTiming(timing, work);
  return { ...result, timing };
}

/** What an object has called for the current request. */
export function addTiming(more: Timing, timing = current.getStore()): void {
  if (!timing) return;
  for (const [to, { calls, ms }] of Object.entries(more)) {
    const before = timing[to as Elsewhere] ?? { calls: 0, ms: 0 };
    timing[to as Elsewhere] = { calls: before.calls + calls, ms: before.ms + ms };
  }
}

export function presentTiming(timing: Timing): string {
  return Object.entries(timing)
    .map(
      ([to, { calls, ms }]) => `${to};desc="${calls} ${calls === 1 ? "call" : "calls"}";dur=${ms.toFixed(1)}`,
    )
    .join(", ");
}
