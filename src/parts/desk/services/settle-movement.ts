// What becomes of a movement that is stored: its transfer is repeated under the same key until the ledger's result is definite,
// and what was not approved in time expires.

import type { Actor } from "#core/domain/audit/actor.ts";
import type { AuditAction, AuditEvent } from "#core/domain/audit/audit-trail.ts";
import { decimalText } from "#core/domain/money.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { forEachLimited } from "#core/lib/for-each-limited.ts";
import { log, logFailure } from "#core/lib/log.ts";
import { audited } from "#core/services/audit/audit-trail.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { liveWalletsOf, tryToTellWallet } from "#core/services/wallet/live-wallet.ts";
import { changeMovement, changeMovements, type DecidedMovement, findMovement } from "../db/movements.ts";
import {
  type DefiniteResult,
  decideMovement,
  factWithoutTransaction,
  type Movement,
  type MovementCommand,
  type MovementRefusal,
  NOT_EXECUTED,
  resultUnderKey,
  statusAt,
  transferKeyOf,
  transferOf,
} from "../domain/movement.ts";
import { topUpCompleted } from "../wire/customer-movements.ts";

/** Asks the ledger if the end is not recorded yet. Returns null for an unknown id, and for what another desk has made. */
export async function settleMovement(
  deps: Dependencies,
  movementId: string,
  deskId?: string,
  defer?: Defer,
): Promise<Movement | null> {
  const movement = await findMovement(deps.db, movementId);
  const isMeant = movement !== null && (deskId === undefined || movement.deskId === deskId);
  return isMeant ? await settle(deps, movement, defer) : null;
}

const LEDGER: Actor = { client: "ledger", requestId: null };

/** What has become of a movement without anybody's decision: it is never refused. */
type Fact = Extract<MovementCommand, { type: "adopt" | "expire" | "end" | "record_result" }>;

/** What a response need not wait for; without a response, it is waited for. */
export type Defer = (work: Promise<void>) => void | Promise<void>;

export async function settle(
  deps: Dependencies,
  movement: Movement,
  defer: Defer = (work) => work,
): Promise<Movement> {
  const fact = await findFact(deps, movement);
  if (fact === null) return movement;
  const recorded = await record(deps, movement, fact);
  await defer(tellMoved(deps, [recorded]));
  return await settle(deps, recorded, defer);
}

/** Returns null where nothing is to be recorded, or the ledger's result is not definite. */
async function findFact(deps: Dependencies, movement: Movement): Promise<Fact | null> {
  const isOverdue = statusAt(movement, deps.clock()) !== movement.status;
  if (isOverdue) return { type: (await hasMoved(deps, movement)) ? "adopt" : "expire" };
  if (movement.status !== "processing") return null;
  const answer = movement.endingSince === null ? await transfer(deps, movement) : "look_up";
  return answer === "look_up" ? await lookUp(deps, movement) : factOf(answer);
}

function factOf(result: DefiniteResult | null): Fact | null {
  return result === null ? null : { type: "record_result", result };
}

const DECISIONS = {
  approve: "pay_out.approved",
  reject: "pay_out.rejected",
  withdraw: "pay_out.withdrawn",
} as const;

/**
 * What the customer or the desk has decided about a pay-out. What awaits approval although its money has moved was approved before
 * the database was restored.
 */
export async function decideOnPayOut(
  deps: Dependencies,
  actor: Actor,
  movement: Movement,
  type: keyof typeof DECISIONS,
  defer?: Defer,
): Promise<Result<Movement, MovementRefusal>> {
  const isForgotten =
    type !== "approve" && movement.status === "awaiting_approval" && (await hasMoved(deps, movement));
  const known = isForgotten ? await settle(deps, await record(deps, movement, { type: "adopt" })) : movement;
  const decided = await execute(deps, actor, known, { type }, DECISIONS[type]);
  return decided.ok ? ok(await settle(deps, decided.value, defer)) : decided;
}

async function hasMoved({ ledger }: Dependencies, movement: Movement): Promise<boolean> {
  return await ledger.hasMoved(transferKeyOf(movement));
}

export async function record(deps: Dependencies, movement: Movement, fact: Fact): Promise<Movement> {
  const recorded = await execute(deps, LEDGER, movement, fact, null);
  if (!recorded.ok) throw new Error(`${fact.type} of a movement was refused: ${recorded.error}`);
  return recorded.value;
}

/** Whoever looks at the wallet is told at once, and of money that comes in whoever does not. Never throws. */
async function tellMoved(deps: Dependencies, movements: readonly Movement[]): Promise<void> {
  const completed = movements.filter(({ status }) => status === "completed");
  const findLive = liveWalletsOf(deps);
  const change = { type: "balance_changed", intentId: null } as const;
  const told = completed.map(({ accountId }) => tryToTellWallet(deps, accountId, change, findLive));
  const messages = completed
    .filter(({ kind }) => kind === "top_up")
    .map((movement) => ({ body: topUpCompleted(movement, deps.config.publicUrl) }));
  if (messages.length > 0) {
    const queued = deps.queues.walletEvents.sendBatch(messages);
    told.push(logFailure("error", "queue_send_failed", { movement_id: messages[0]?.body.id }, queued));
  }
  await Promise.all(told);
}

/** Settles many with one statement. Whatever fails or was faster, a later call finds again. Returns how many have changed. */
export async function settleTogether(deps: Dependencies, movements: readonly Movement[]): Promise<number> {
  const decided: DecidedMovement[] = [];
  const decide = async (movement: Movement) => {
    const fact = await findFact(deps, movement);
    const change = fact === null ? null : decideMovement(movement, fact, deps.clock());
    if (change?.ok) decided.push({ movement, change: change.value });
  };
  // One that fails is logged, so that it does not hold up the others.
  await forEachLimited(movements, (movement) =>
    logFailure("error", "sweep_movement_failed", { movement_id: movement.id }, decide(movement)),
  );
  const changed = await changeMovements(deps.db, decided);
  const moved = decided.filter(({ movement }) => changed.has(movement.id));
  await tellMoved(
    deps,
    moved.map(({ movement, change }) => ({ ...movement, ...change })),
  );
  return changed.size;
}

/** Returns null while the result is not definite. */
async function transfer(
  { ledger }: Dependencies,
  movement: Movement,
): Promise<DefiniteResult | "look_up" | null> {
  const answer = await ledger.transfer(transferOf(movement));
  switch (answer.outcome) {
    case "settled":
    case "declined":
      return answer;
    case "key_taken":
      log("error", "movement_key_taken", { movement_id: movement.id });
      return answer.transaction === null ? null : resultUnderKey(movement, answer.transaction);
    case "rejected":
      return "look_up";
    default:
      return null;
  }
}

/** Never throws: without the ledger there is no result. */
async function lookUp({ ledger, clock }: Dependencies, movement: Movement): Promise<Fact | null> {
  const key = transferKeyOf(movement);
  try {
    const voided = movement.endingSince === null ? null : await ledger.voidKey(transferOf(movement));
    if (voided?.ok && voided.value) return NOT_EXECUTED;
    const found = await ledger.findByKey(key);
    if (!found.ok) return null;
    return found.value === null
      ? factWithoutTransaction(movement, clock())
      : factOf(resultUnderKey(movement, found.value));
  } catch (error) {
    log("error", "ledger_look_up_failed", { key, error });
    return null;
  }
}

/** Decides again where another request was faster. Its entry in the audit trail is stored only with a change. */
export async function execute(
  deps: Dependencies,
  actor: Actor,
  movement: Movement,
  command: MovementCommand,
  action: AuditAction | null,
): Promise<Result<Movement, MovementRefusal>> {
  const now = deps.clock();
  const decided = decideMovement(movement, command, now);
  if (!decided.ok) return decided;
  if (Object.keys(decided.value).length === 0) return ok({ ...movement, status: statusAt(movement, now) });
  const event = action === null ? null : eventOf(action, movement, null);
  const changed = await audited(deps, actor, event, (entry) =>
    changeMovement(deps.db, movement, decided.value, entry),
  );
  if (changed !== null) return ok(changed);
  const current = await findMovement(deps.db, movement.id);
  return current === null ? err("movement_not_found") : execute(deps, actor, current, command, action);
}

export function eventOf(action: AuditAction, movement: Movement, merchantId: string | null): AuditEvent {
  const { id, accountId, direction, amountMinor, currency, reason } = movement;
  const moved = `${direction} of ${decimalText(amountMinor, currency)} ${currency}, account ${accountId}`;
  return { action, merchantId, targetId: id, details: reason === "" ? moved : `${moved}: ${reason}` };
}
