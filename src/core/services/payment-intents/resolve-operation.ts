// An operator settles an operation by hand. The ledger is asked in either case: what the operator says is only a hint.

import {
  claimTransaction,
  isRecordedElsewhere,
  releaseTransaction,
} from "#core/db/payment-intents/claimed-transactions.ts";
import type { Actor } from "#core/domain/audit/actor.ts";
import type { AuditEvent } from "#core/domain/audit/audit-trail.ts";
import { isOfIntent } from "#core/domain/ledger.ts";
import type { IntentRefusal } from "#core/domain/payment-intents/commands.ts";
import { decide } from "#core/domain/payment-intents/decide.ts";
import type { PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import { err, type Result } from "#core/domain/result.ts";
import { audited, recordAudit } from "#core/services/audit/audit-trail.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import type { Refusal } from "#core/services/refusal.ts";
import { readEach } from "#core/shards/shards.ts";

export interface NamedTransaction {
  transactionId: string;
  /** The intent that the operator says it is about; null when that is not said. */
  confirmedId: string | null;
}

/**
 * Records what has become of the transaction: settled, failed or still pending. It is claimed first, because a ledger that
 * does not return its metadata cannot say whose it is, and two intents of the same amount would both be paid by it.
 */
export async function resolveWithTransaction(
  deps: Dependencies,
  intentId: string,
  { transactionId, confirmedId }: NamedTransaction,
  actor: Actor,
): Promise<Result<PaymentIntent, IntentRefusal | Refusal>> {
  const intent = await deps.intents.find(intentId);
  if (intent === null) return err("not_found");
  const transaction = await deps.ledger.findById(transactionId);
  if (transaction === null || !isOfIntent(transaction)) return err("unknown_transaction");
  const command = { type: "record_transaction", transaction } as const;
  // The object decides again: this keeps a transaction that cannot be this intent's from being claimed for it.
  const { refusal } = decide(intent, command, deps.clock());
  if (refusal !== null) return err(aboutTransaction(refusal));
  // A key names the intent; without one, the operator does.
  const namedId = confirmedId ?? (transaction.operationKey === null ? null : intentId);
  if (namedId !== intentId) return err("unconfirmed_transaction");
  if (!(await claim(deps, intent, transactionId, actor))) return err("claimed_transaction");
  const recorded = await deps.intents.execute(intentId, command, actor);
  if (recorded.ok) return recorded;
  await releaseTransaction(deps.db, { transactionId, intentId });
  return err(aboutTransaction(recorded.error));
}

function aboutTransaction(refusal: IntentRefusal): IntentRefusal | Refusal {
  return refusal === "ledger_event_mismatch" ? "foreign_transaction" : refusal;
}

async function claim(
  deps: Dependencies,
  intent: PaymentIntent,
  transactionId: string,
  actor: Actor,
): Promise<boolean> {
  const shards = deps.shards.ofMerchant(intent.merchantId);
  const recorded = await readEach(shards, (shard) => isRecordedElsewhere(shard, intent, transactionId));
  if (recorded.includes(true)) return false;
  return await audited(deps, actor, resolvedEvent(intent, `transaction ${transactionId}`), (entry) =>
    claimTransaction(deps.db, { transactionId, intentId: intent.id }, entry),
  );
}

/** Ends the operation as declined if the ledger confirms that it has no transaction of it. */
export async function resolveAsDeclined(
  deps: Dependencies,
  intentId: string,
  actor: Actor,
): Promise<Result<PaymentIntent, IntentRefusal>> {
  const ended = await deps.intents.execute(intentId, { type: "end_operation" }, actor);
  if (ended.ok) await recordAudit(deps, actor, resolvedEvent(ended.value, "declined"));
  return ended;
}

function resolvedEvent({ id: targetId, merchantId }: PaymentIntent, details: string): AuditEvent {
  return { action: "payment_intent.resolved", merchantId, targetId, details };
}
