// An operator settles an operation by hand. The ledger is asked in either case: what the operator says is only a hint.

import type { Cause } from "../../domain/cause.ts";
import type { IntentRefusal } from "../../domain/commands.ts";
import type { PaymentIntent } from "../../domain/payment-intent.ts";
import { err, type Result } from "../../domain/result.ts";
import { recordAudit } from "../audit/audit-trail.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Refusal } from "../refusal.ts";

/** Records what has become of the transaction: settled, failed or still pending. */
export async function resolveWithTransaction(
  deps: Dependencies,
  intentId: string,
  transactionId: string,
  cause: Cause,
): Promise<Result<PaymentIntent, IntentRefusal | Refusal>> {
  if ((await deps.intents.find(intentId)) === null) return err("not_found");
  const transaction = await deps.ledger.findById(transactionId);
  if (transaction === null) return err("unknown_transaction");
  const command = { type: "record_transaction", transaction } as const;
  const recorded = await deps.intents.execute(intentId, command, cause);
  if (!recorded.ok) return recorded.error === "ledger_event_mismatch" ? err("foreign_transaction") : recorded;
  await recordResolved(deps, cause, recorded.value, `transaction ${transactionId}`);
  return recorded;
}

/** Ends the operation as declined if the ledger confirms that it has no transaction of it. */
export async function resolveAsDeclined(
  deps: Dependencies,
  intentId: string,
  cause: Cause,
): Promise<Result<PaymentIntent, IntentRefusal>> {
  const ended = await deps.intents.execute(intentId, { type: "end_operation" }, cause);
  if (ended.ok) await recordResolved(deps, cause, ended.value, "declined");
  return ended;
}

async function recordResolved(
  deps: Dependencies,
  cause: Cause,
  { id: targetId, merchantId }: PaymentIntent,
  details: string,
): Promise<void> {
  await recordAudit(deps, cause, { action: "payment_intent.resolved", merchantId, targetId, details });
}
