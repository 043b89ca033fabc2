// Whether something that the ledger has is a transfer of an intent, and which.
import type { TransactionReport } from "#core/domain/ledger.ts";
import type { LedgerOperation, PaymentIntent } from "./payment-intent.ts";

/** A ledger's event can arrive before its response, when the operation's transaction id is not known yet. */
export function isAbout(event: TransactionReport, operation: LedgerOperation): boolean {
  if (event.kind !== operation.kind) return false;
  if (event.operationKey !== null) return event.operationKey === operation.key;
  // Without key and id a decline may belong to an earlier attempt. A settlement cannot: nothing settles twice.
  if (operation.transactionId === null) return event.result.outcome === "settled";
  return operation.transactionId === event.transactionId;
}

/** The number in the event's key, if the key is one that this intent forms; else null. */
export function attemptOf(intent: PaymentIntent, { kind, operationKey }: TransactionReport): number | null {
  const prefix = `${kind}:${intent.id}:`;
  if (!operationKey?.startsWith(prefix)) return null;
  const number = operationKey.slice(prefix.length);
  return /^[1-9]\d{0,5}$/.test(number) ? Number(number) : null;
}

/** Whether merchant, wallet, amount and currency are the intent's. `walletId` is null when any wallet may be it. */
export function isTransferOf(
  intent: PaymentIntent,
  event: TransactionReport,
  walletId: string | null,
): boolean {
  const merchantId = event.kind === "payment" ? event.toAccountId : event.fromAccountId;
  return (
    (event.paymentIntentId === null || event.paymentIntentId === intent.id) &&
    merchantId === intent.merchantId &&
    (walletId === null || walletOf(event) === walletId) &&
    event.amountMinor === intent.amountMinor &&
    event.currency === intent.currency
  );
}

export function walletOf(event: TransactionReport): string {
  return event.kind === "payment" ? event.fromAccountId : event.toAccountId;
}

/** The wallet that a transfer of this kind must name; null when any may. */
export function expectedWallet(intent: PaymentIntent, { kind }: TransactionReport): string | null {
  return kind === "refund" && intent.completedBy !== null ? intent.completedBy : intent.targetWalletId;
}
