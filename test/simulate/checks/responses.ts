// What clients were told about each intent: I1, I2, I6, I7, I8, I9 and I10.
import type { PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import { type Clients, describe, isCreation } from "../clients.ts";
import type { Operation, Slot } from "../history.ts";
import { isOfSameMerchant } from "./accounts.ts";
import { findInexplicable } from "./linearize.ts";
import type { WaitingList } from "./readers.ts";

/** `clockError`: the greatest that any clock had. */
export function checkResponses(
  history: readonly Operation[],
  vanishedAt: ReadonlyMap<string, number>,
  clockError: number,
): string[] {
  return [...new Set(history.map(({ slot }) => slot))].flatMap((slot) => {
    const until = vanishedAt.get(slot.intentId ?? "") ?? Number.POSITIVE_INFINITY;
    const operations = history
      .filter((each) => each.slot === slot && each.invokedAt < until)
      .map((each) => cut(each, until));
    return checkSlot(slot, operations, clockError);
  });
}

/** A restored database has forgotten the intent: what is told from then on is about another one. */
function cut(operation: Operation, until: number): Operation {
  if (operation.returnedAt < until) return operation;
  return { ...operation, returnedAt: Number.POSITIVE_INFINITY, response: { outcome: "unknown" } };
}

function checkSlot(slot: Slot, operations: readonly Operation[], clockError: number): string[] {
  const shown = operations.flatMap(({ response }) => (response.outcome === "ok" ? [response.intent] : []));
  const [first] = shown;
  if (first === undefined) return [];
  const about = `intent ${first.id.slice(-6)} (slot ${operations[0]?.command.slot})`;
  const relevant = operations.filter(isAboutIntent);
  const inexplicable = findInexplicable(relevant, first.expiresAt, clockError);
  const violations = checkVersions(relevant).map((fault) => `${about}: ${fault}`);
  if (inexplicable !== null) {
    const { command, response } = inexplicable;
    const told = response.outcome === "ok" ? show(response.intent) : JSON.stringify(response);
    violations.push(`${about}: no order of events explains the response to ${describe(command)}: ${told}`);
  }
  if (operations.some(isForged)) violations.push(`${about}: one key, two requests, both succeeded`);
  for (const { id, merchantId } of shown) {
    if (id !== slot.intentId || merchantId !== first.merchantId)
      violations.push(`${about}: another intent was shown`);
  }
  return violations;
}

const STOPPED = ["not_payable", "merchant_suspended"];

/** A creation, or an operator, that was refused changed nothing; whom a suspension stops is checked by itself. */
function isAboutIntent({ command, response }: Operation): boolean {
  if (command.do === "resolve") return response.outcome === "ok";
  const isStopped = response.outcome === "refused" && STOPPED.includes(response.error);
  return response.outcome === "ok" || !(isStopped || isCreation(command));
}

/** The response shows an intent that is not the one that was asked for. */
function isForged({ command, response, slot }: Operation): boolean {
  if (response.outcome !== "ok" || !isCreation(command)) return false;
  const isChanged = command.do === "create_again" && command.isChanged;
  return response.intent.amountMinor !== slot.create.input.minor + (isChanged ? 1 : 0);
}

/** Versions never go back, and one version always looks the same. */
function checkVersions(operations: readonly Operation[]): string[] {
  const violations: string[] = [];
  const looks = new Map<number, string>();
  let seen = { version: 0, returnedAt: 0 };
  for (const { invokedAt, response, returnedAt } of [...operations].sort(
    (a, b) => a.returnedAt - b.returnedAt,
  )) {
    if (response.outcome !== "ok") continue;
    const { version } = response.intent;
    if (version < seen.version && invokedAt > seen.returnedAt) {
      violations.push(`version ${version} was shown after version ${seen.version}`);
    }
    if (version > seen.version) seen = { version, returnedAt };
    const look = show(response.intent);
    if ((looks.get(version) ?? look) !== look)
      violations.push(`version ${version} looks like ${looks.get(version)} and like ${look}`);
    looks.set(version, look);
  }
  return violations;
}

function show({
  version,
  status,
  completedBy,
  refundStatus,
  refundLedgerTxId,
  cancellationReason,
}: PaymentIntent): string {
  return `v${version} ${[status, completedBy?.slice(-1), cancellationReason, refundStatus, refundLedgerTxId].filter(Boolean).join(" ")}`;
}

/**
 * A request that its customer can approve, from before the list is asked for until after it is shown, is in the list. It lacks
 * those of a suspended merchant.
 */
export function checkWaiting(clients: Clients, lists: readonly WaitingList[], clockError: number): string[] {
  const history = clients.told();
  const scans = history.filter(({ command, response }) => command.do === "scan" && response.outcome === "ok");
  const suspensions = clients.requests.filter(({ command }) => command.do === "suspend");
  return lists.flatMap(({ wallet, invokedAt, returnedAt, ids }) =>
    scans.flatMap(({ slot, command, response, returnedAt: storedAt }) => {
      if (response.outcome !== "ok" || command.do !== "scan" || command.wallet !== wallet) return [];
      const { id, expiresAt } = response.intent;
      const isDecided = history.some(
        (each) => each.slot === slot && !isCreation(each.command) && each.invokedAt <= returnedAt,
      );
      const isSuspended = suspensions.some(
        (each) => isOfSameMerchant(each.command, command) && each.invokedAt <= returnedAt,
      );
      const canDecide = !isDecided && !isSuspended && returnedAt < expiresAt - clockError;
      const isMissing = storedAt < invokedAt && canDecide && !ids.includes(id);
      return isMissing ? [`the list of wallet ${wallet} lacks ${id.slice(-6)}`] : [];
    }),
  );
}
