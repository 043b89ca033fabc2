import type { Operation } from "../history.ts";

/**
 * Of operations that ask for the same and are told the same, the one that was sent first and returned first may as well
 * happen first: any other order explains nothing more. By operation: the one that goes before it.
 */
export function twinsBefore(
  operations: readonly Operation[],
  expiresAt: number,
): ReadonlyMap<Operation, Operation> {
  const before = new Map<Operation, Operation>();
  /** By kind: sequences in which each was sent and returned after the one before it, by their last operation. */
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
