import type { IntentCommand, IntentRefusal } from "../domain/commands.ts";
import { refundRefusalFor } from "../domain/decide.ts";
import type { LedgerTransfer, TransferResult } from "../domain/ledger.ts";
import type { LedgerOperation, PaymentIntent } from "../domain/payment-intent.ts";

/** A payment goes from the wallet to the merchant, a refund the other way. Account ids are their ids. */
export function transferFor(intent: PaymentIntent, operation: LedgerOperation): LedgerTransfer {
  const isPayment = operation.kind === "payment";
  return {
    kind: operation.kind,
    key: operation.key,
    fromAccountId: isPayment ? operation.walletId : intent.merchantId,
    toAccountId: isPayment ? intent.merchantId : operation.walletId,
    amountMinor: intent.amountMinor,
    currency: intent.currency,
    description: intent.description,
    paymentIntentId: intent.id,
  };
}

/** The operation that the command ended with a decline, and the refusal for callers who wait for it; else null. */
export function declineIn(
  command: IntentCommand,
  before: PaymentIntent,
  after: PaymentIntent,
): { key: string; refusal: IntentRefusal } | null {
  const result = resultIn(command);
  const { operation } = before;
  if (result?.outcome !== "declined" || operation === null || after.operation !== null) return null;
  const refusal = operation.kind === "refund" ? refundRefusalFor(result.reason) : result.reason;
  return { key: operation.key, refusal };
}

function resultIn(command: IntentCommand): TransferResult | null {
  if (command.type === "record_transfer_result") return command.result;
  return command.type === "record_ledger_event" ? command.event.result : null;
}
