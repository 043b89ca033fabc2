// Whether what clients saw of one intent has an explanation: an order of the operations, each at one moment between its
// request and its response, in which every response fits the model. Operations without a response may have happened at
// any later time, or never. All explanations are kept at once, response by response (Lowe, "Testing for
// linearizability"), except for those that explain nothing more than another one.
import type { Operation } from "../history.ts";
import { effectsOf, fits, initialState, isOpen, type State, stepsOf } from "./model.ts";
import { twinsBefore } from "./twins.ts";

type Phase = "begun" | "done";

interface Explanation {
  state: State;
  /** The operations that have begun or are done, of those whose response is still to come. */
  phases: ReadonlyMap<Operation, Phase>;
  /** The operations without a response that have happened, as bits. */
  happened: number;
}

interface Search {
  pending: readonly Operation[];
  /** The bit of each operation without a response. */
  bits: ReadonlyMap<Operation, number>;
  twins: ReadonlyMap<Operation, Operation>;
  /** Between which times it passes. */
  deadline: { first: number; last: number };
  now: number;
}

const EXPLANATIONS_MAX = 50_000;

/** Returns null when there is an explanation, else the first response without one. `clockError`: the greatest of any clock. */
export function findInexplicable(
  operations: readonly Operation[],
  expiresAt: number,
  clockError: number,
): Operation | null {
  const deadline = { first: expiresAt - clockError, last: expiresAt + clockError };
  const inOrder = operations.filter(isTelling).sort((left, right) => left.returnedAt - right.returnedAt);
  const isScan = operations[0]?.slot.create.do === "scan";
  const silent = inOrder.filter(({ response }) => response.outcome === "unknown");
  const bits = new Map(silent.map((operation, index) => [operation, 1 << index]));
  const twins = twinsBefore(inOrder, deadline.last);
  let explanations: Explanation[] = [{ state: initialState(isScan), phases: new Map(), happened: 0 }];
  for (const [index, returned] of inOrder.entries()) {
    if (returned.response.outcome === "unknown") return null;
    const { returnedAt: now } = returned;
    const pending = inOrder.slice(index).filter(({ invokedAt }) => invokedAt <= now);
    const reached = closure(explanations, { pending, bits, twins, deadline, now });
    const fitting = reached.filter(({ phases }) => phases.get(returned) === "done");
    const distinct = new Distinct(pending);
    explanations = fitting.map((each) => without(each, returned)).filter((each) => distinct.add(each));
    if (explanations.length === 0) return returned;
  }
  return null;
}

/** A request that changes nothing and has no response tells nothing. */
function isTelling({ command, response }: Operation): boolean {
  const isChange = ["confirm", "approve", "reject", "withdraw", "cancel", "refund"].includes(command.do);
  return isChange || response.outcome !== "unknown";
}

/**
 * Extends each explanation by the effects that may have happened since. Those that use fewer operations without a
 * response come first, because more operations remain to explain what follows.
 */
function closure(start: readonly Explanation[], search: Search): Explanation[] {
  const found: Explanation[] = [];
  const distinct = new Distinct(search.pending);
  const open: Explanation[][] = [];
  const push = (each: Explanation) => {
    const count = countBits(each.happened);
    open[count] ??= [];
    open[count].push(withReads(each, search));
  };
  for (const each of start) push(each);
  for (let count = 0; count < open.length; count++) {
    for (let next = open[count]?.pop(); next !== undefined; next = open[count]?.pop()) {
      if (!distinct.add(next)) continue;
      found.push(next);
      if (found.length > EXPLANATIONS_MAX) throw new Error("a history has too many explanations to search");
      for (const successor of successors(next, search)) push(successor);
    }
  }
  return found;
}

/** A read changes nothing, so that it happens as soon as its response fits. */
function withReads(explanation: Explanation, { pending, deadline }: Search): Explanation {
  const { state, phases } = explanation;
  const fitting = pending.filter(
    (each) =>
      each.command.do === "read" && each.invokedAt < deadline.last && !phases.has(each) && fits(state, each),
  );
  if (fitting.length === 0) return explanation;
  const done = fitting.map((each) => [each, "done"] as const);
  return { ...explanation, phases: new Map([...phases, ...done]) };
}

function successors(explanation: Explanation, search: Search): Explanation[] {
  const { state, phases, happened } = explanation;
  const { pending, bits, deadline, now } = search;
  const next = stepsOf(state, now >= deadline.first).map((after) => ({ ...explanation, state: after }));
  for (const operation of pending) {
    const phase = phases.get(operation);
    const bit = bits.get(operation) ?? 0;
    if (phase === "done" || (bit & happened) !== 0 || isAheadOfTwin(explanation, operation, search)) continue;
    if (phase === "begun") {
      if (fits(state, operation))
        next.push({ ...explanation, phases: new Map(phases).set(operation, "done") });
      continue;
    }
    // From the deadline on, no operation finds the intent open unless a payment is under way.
    if (isOpen(state) && state.transfer === null && operation.invokedAt >= deadline.last) continue;
    for (const effect of effectsOf(state, operation)) {
      const { response } = operation;
      if (response.outcome === "unknown") {
        if (effect.refusal === null && effect.state !== state)
          next.push({ phases, state: effect.state, happened: happened | bit });
        continue;
      }
      if (effect.refusal !== null && !(response.outcome === "refused" && response.error === effect.refusal))
        continue;
      const reached = effect.refusal === null ? "begun" : "done";
      next.push({ happened, state: effect.state, phases: new Map(phases).set(operation, reached) });
    }
  }
  return next;
}

/** Whether the operation's next step would come before the same step of its twin. */
function isAheadOfTwin({ phases, happened }: Explanation, operation: Operation, search: Search): boolean {
  const twin = search.twins.get(operation);
  if (twin === undefined || !search.pending.includes(twin)) return false;
  const bit = search.bits.get(twin);
  if (bit !== undefined) return (bit & happened) === 0;
  const needed = phases.has(operation) ? "done" : "begun";
  const phase = phases.get(twin);
  return phase === undefined || (needed === "done" && phase === "begun");
}

/** Leaves out explanations that were already found with the same, or fewer, operations without a response. */
class Distinct {
  readonly #pending: readonly Operation[];
  readonly #happened = new Map<string, number[]>();

  constructor(pending: readonly Operation[]) {
    this.#pending = pending;
  }

  /** Returns false if it explains nothing new. */
  add({ state, phases, happened }: Explanation): boolean {
    const marks = this.#pending.map((operation) => phases.get(operation)?.charAt(0) ?? "-").join("");
    const { status, payer, refund, transfer, declined, refundKeys } = state;
    const key = [marks, status, payer, refund, transfer?.kind, transfer?.wallet, declined, refundKeys].join();
    const known = this.#happened.get(key) ?? [];
    if (known.some((each) => (each & happened) === each)) return false;
    this.#happened.set(key, [...known, happened]);
    return true;
  }
}

function without({ state, phases, happened }: Explanation, operation: Operation): Explanation {
  const rest = new Map(phases);
  rest.delete(operation);
  return { state, phases: rest, happened };
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
