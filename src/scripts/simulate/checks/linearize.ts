// Whether what clients saw of one intent has an explanation: an order of the operations, each at one moment between its
// request and its response, in which every response fits the model. Operations without a response may have happened at
// any later time, or never. All explanations are kept at once, response by response (Lowe, "Testing for linearizability").
import type { Operation } from "../history.ts";
import type { IntentCommand } from "../plan.ts";
import { effectsOf, fits, initialState, isOpen, type State, stepsOf } from "./model.ts";

type Phase = "begun" | "done";

interface Explanation {
  state: State;
  /** The operations that have begun or are done, of those whose response is still to come. */
  phases: ReadonlyMap<Operation, Phase>;
}

const EXPLANATIONS_MAX = 50_000;

/** Null when there is an explanation, else the first response without one. */
export function findInexplicable(operations: readonly Operation[], expiresAt: number): Operation | null {
  const inOrder = operations.filter(isTelling).sort((left, right) => left.returnedAt - right.returnedAt);
  const isScan = operations[0]?.slot.create.do === "scan";
  let explanations: Explanation[] = [{ state: initialState(isScan), phases: new Map() }];
  for (const returned of inOrder) {
    if (returned.response.outcome === "unknown") return null;
    const { returnedAt } = returned;
    const pending = inOrder.filter((each) => each.invokedAt <= returnedAt && each.returnedAt >= returnedAt);
    explanations = closure(explanations, pending, { expiresAt, now: returnedAt })
      .filter(({ phases }) => phases.get(returned) === "done")
      .map((each) => without(each, returned));
    explanations = unique(explanations, pending);
    if (explanations.length === 0) return returned;
  }
  return null;
}

/** A request that changes nothing and has no response tells nothing. */
function isTelling({ command, response }: Operation): boolean {
  const isChange = ["confirm", "approve", "reject", "cancel", "refund"].includes(command.do);
  return isChange || response.outcome !== "unknown";
}

/** Everything that may have happened by now, from everything that may have happened before. */
function closure(
  start: readonly Explanation[],
  pending: readonly Operation[],
  time: { expiresAt: number; now: number },
): Explanation[] {
  const found = new Map<string, Explanation>();
  const open = [...start];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const key = keyOf(next, pending);
    if (found.has(key)) continue;
    found.set(key, next);
    if (found.size > EXPLANATIONS_MAX) throw new Error("a history has too many explanations to search");
    open.push(...successors(next, pending, time));
  }
  return [...found.values()];
}

function successors(
  { state, phases }: Explanation,
  pending: readonly Operation[],
  { expiresAt, now }: { expiresAt: number; now: number },
): Explanation[] {
  const next: Explanation[] = stepsOf(state, now >= expiresAt).map((after) => ({ state: after, phases }));
  for (const operation of pending) {
    const phase = phases.get(operation);
    if (phase === "done" || isTwin(operation, pending, phases)) continue;
    if (phase === "begun") {
      if (fits(state, operation)) next.push({ state, phases: new Map(phases).set(operation, "done") });
      continue;
    }
    // From the deadline on, no operation finds the intent open unless a payment is under way.
    if (isOpen(state) && state.transfer === null && operation.invokedAt >= expiresAt) continue;
    for (const effect of effectsOf(state, operation)) {
      const { response } = operation;
      const isUnknown = response.outcome === "unknown";
      const isAsTold = response.outcome === "refused" && response.error === effect.refusal;
      if (effect.refusal !== null && !isUnknown && !isAsTold) continue;
      if (isUnknown && effect.state === state) continue;
      const reached = isUnknown || effect.refusal !== null ? "done" : "begun";
      next.push({ state: effect.state, phases: new Map(phases).set(operation, reached) });
    }
  }
  return next;
}

/** Of equal commands without a response, the first may happen first: the others then explain nothing more. */
function isTwin(operation: Operation, pending: readonly Operation[], phases: Explanation["phases"]): boolean {
  if (operation.response.outcome !== "unknown") return false;
  const twin = pending.find(
    (each) =>
      each.response.outcome === "unknown" &&
      isSameCommand(each.command, operation.command) &&
      !phases.has(each),
  );
  return twin !== undefined && twin !== operation;
}

function isSameCommand(left: IntentCommand, right: IntentCommand): boolean {
  return JSON.stringify({ ...left, at: 0 }) === JSON.stringify({ ...right, at: 0 });
}

function without({ state, phases }: Explanation, operation: Operation): Explanation {
  const rest = new Map(phases);
  rest.delete(operation);
  return { state, phases: rest };
}

function unique(explanations: readonly Explanation[], pending: readonly Operation[]): Explanation[] {
  return [...new Map(explanations.map((each) => [keyOf(each, pending), each])).values()];
}

function keyOf({ state, phases }: Explanation, pending: readonly Operation[]): string {
  const marks = pending.map((operation) => phases.get(operation)?.charAt(0) ?? "-").join("");
  const { status, payer, refund, transfer, declined, refundKeys } = state;
  return [marks, status, payer, refund, transfer?.kind, transfer?.wallet, declined, refundKeys].join();
}
