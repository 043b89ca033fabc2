import type { Operation } from "../history.ts";

/**
 * When operations have equal requests and equal responses, the one that was sent first and returned first can be assumed
 * to happen first: any other order explains nothing more. Maps each operation to the one before it.
 */
export function twinsBefore(
  operations: readonly Operation[],
  expiresAt: number,
): ReadonlyMap<Operation, Operation> {
  const before = new Map<Operation, Operation>();
  /**
   * For each kind, the last operations of sequences in which each operation was sent and returned after the one before
   * it.
   */
  const sequences = new Map<string, Operation[]>();
  for (const operation of [...operations].sort((left, right) => left.invokedAt - right.invokedAt)) {
    const { command, response, invokedAt, returnedAt } = operation;
    // A refusal has two explanations: at once, or after a transfer was declined.
    if (response.outcome === "refused") continue;
    const kind = JSON.stringify([{ ...command, at: 0 }, response, invokedAt >= expiresAt]);
    const lasts = sequences.get(kind) ?? [];
    const index = lasts.findIndex((last) => last.returnedAt <= returnedAt);
    const last = lasts[index];
    if (last !== undefined) before.set(operation, last);
    sequences.set(kind, last === undefined ? [...lasts, operation] : lasts.with(index, operation));
  }
  return before;
}
