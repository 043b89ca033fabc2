// An administrator ends a movement that has no result from the ledger. The ledger is asked in either case.

import { claimTransaction, releaseTransaction } from "#core/db/payment-intents/claimed-transactions.ts";
import type { Actor } from "#core/domain/audit/actor.ts";
import { ARRIVES_WITHIN_MS } from "#core/domain/ledger.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { audited } from "#core/services/audit/audit-trail.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import type { NamedTransaction } from "#core/services/payment-intents/resolve-operation.ts";
import type { Refusal } from "#core/services/refusal.ts";
import { findMovement, isMovedElsewhere } from "../db/movements.ts";
import { decideMovement, isTransferOf, type Movement, transferKeyOf } from "../domain/movement.ts";
import { eventOf, execute, record, settle } from "./settle-movement.ts";

type Resolved = Result<Movement, Refusal | "keys_not_searchable">;

/** `named`: the transaction that settles it; null to have it declined. */
export async function resolveMovement(
  deps: Dependencies,
  actor: Actor,
  movementId: string,
  named: NamedTransaction | null,
): Promise<Resolved> {
  const movement = await findMovement(deps.db, movementId);
  if (movement === null) return err("movement_not_found");
  const now = deps.clock();
  const endable = decideMovement(movement, { type: "end" }, now);
  if (!endable.ok) return endable;
  const waitMs = movement.createdAt + ARRIVES_WITHIN_MS - now;
  if (waitMs > 0) return { ...err("operation_may_still_arrive"), retryAfterMs: waitMs };
  return named === null
    ? await resolveAsDeclined(deps, actor, movement)
    : await resolveWithTransaction(deps, actor, movement, named);
}

/**
 * Ends it at once where the ledger can use up the key; otherwise it begins an ending, which a repetition or the sweep completes.
 * Should the ledger have executed the transfer, it is completed.
 */
async function resolveAsDeclined(deps: Dependencies, actor: Actor, movement: Movement): Promise<Resolved> {
  const found = await deps.ledger.findByKey(transferKeyOf(movement));
  if (!found.ok) return err("keys_not_searchable");
  const begun = await execute(deps, actor, movement, { type: "end" }, "movement.resolved");
  if (!begun.ok) return begun;
  const settled = await settle(deps, begun.value);
  if (settled.status !== "processing") return ok(settled);
  const endsAt = (settled.endingSince ?? 0) + ARRIVES_WITHIN_MS;
  return { ...err("operation_may_still_arrive"), retryAfterMs: Math.max(endsAt - deps.clock(), 1) };
}

/** The transaction is claimed first, because a ledger that does not return its metadata cannot say whose it is. */
async function resolveWithTransaction(
  deps: Dependencies,
  actor: Actor,
  movement: Movement,
  { transactionId, confirmedId }: NamedTransaction,
): Promise<Resolved> {
  const { id: movementId } = movement;
  const transaction = await deps.ledger.findById(transactionId);
  if (transaction === null) return err("unknown_transaction");
  if (!isTransferOf(movement, transaction)) return err("foreign_transaction");
  const namedId = confirmedId ?? (transaction.operationKey === null ? null : movementId);
  if (namedId !== movementId) return err("unconfirmed_transaction");
  const { result } = transaction;
  if (result.outcome === "pending") return ok(movement);
  const claim = { transactionId, intentId: movementId };
  const event = { ...eventOf("movement.resolved", movement, null), details: `transaction ${transactionId}` };
  const isClaimed =
    !(await isMovedElsewhere(deps.db, movement, transactionId)) &&
    (await audited(deps, actor, event, (entry) => claimTransaction(deps.db, claim, entry)));
  if (!isClaimed) return err("claimed_transaction");
  const recorded = await record(deps, movement, { type: "record_result", result });
  if (result.outcome === "declined" || recorded.ledgerTransactionId === transactionId) return ok(recorded);
  await releaseTransaction(deps.db, claim);
  return err("movement_ended");
}
