// Compares what the ledger has recorded with the intent it was for. Pure: both are given.
import type { TransactionReport } from "#core/domain/ledger.ts";
import type { PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import type { FindingKind } from "#core/domain/reconciliation/reconciliation.ts";

export interface RecordedTransfer {
  transactionId: string;
  kind: "payment" | "refund";
  status: string;
  /** It is null when the ledger's text is not an amount of the currency. */
  amountMinor: number | null;
  currency: string;
  fromAccountId: string;
  toAccountId: string;
  paymentIntentId: string;
  operationKey: string | null;
}

/** One from an account's history. */
export interface DatedTransfer extends RecordedTransfer {
  createdAt: number;
}

const STATUSES: Record<TransactionReport["result"]["outcome"], string> = {
  settled: "completed",
  pending: "pending",
  declined: "failed",
};

/** The transaction that an intent names as its payment or refund; the ledger need not return its metadata. */
export function reportedTransfer(report: TransactionReport, intentId: string): RecordedTransfer {
  const { result, ...transfer } = report;
  return {
    ...transfer,
    status: STATUSES[result.outcome],
    paymentIntentId: transfer.paymentIntentId ?? intentId,
  };
}

export type ComparedIntent = Pick<
  PaymentIntent,
  | "id"
  | "merchantId"
  | "createdAt"
  | "updatedAt"
  | "completedAt"
  | "status"
  | "completedBy"
  | "amountMinor"
  | "currency"
  | "refundStatus"
  | "refundLedgerTxId"
  | "paymentLedgerTxId"
>;

export interface Disagreement {
  kind: FindingKind;
  found: string;
}

/** What the ledger should have for an intent that is paid or refunded; null when it has it. */
export function judgeIntent(
  intent: ComparedIntent,
  kind: RecordedTransfer["kind"],
  transfer: RecordedTransfer | null,
): Disagreement | null {
  const notSettled = `${kind}_not_settled` as const;
  if (transfer === null) return { kind: notSettled, found: `the ledger has no such ${kind}` };
  if (transfer.status !== "completed") {
    return { kind: notSettled, found: `the ledger's ${kind} is ${transfer.status}` };
  }
  return mismatch(intent, transfer);
}

/**
 * What a transfer at the ledger should have changed. Only settled ones count: the intent of one that is still pending is
 * found as unfinished. Null for a transfer that belongs to another user of the ledger.
 */
export function judgeTransfer(
  transfer: RecordedTransfer,
  intent: ComparedIntent | null,
): Disagreement | null {
  if (transfer.status !== "completed") return null;
  const { kind, transactionId } = transfer;
  if (intent === null) {
    if (!isOurs(transfer)) return null;
    return { kind: "intent_missing", found: `the ledger has settled a ${kind} of an unknown intent` };
  }
  const unrecorded = `${kind}_unrecorded` as const;
  if (kind === "payment") {
    if (intent.status !== "completed") {
      return {
        kind: unrecorded,
        found: `the ledger has settled the payment, the intent is ${intent.status}`,
      };
    }
    if (transactionId !== (intent.paymentLedgerTxId ?? transactionId)) return doubled(intent, "payment");
    if (transfer.fromAccountId !== intent.completedBy) return doubled(intent, "payment");
  } else {
    if (intent.refundStatus !== "completed") {
      const status = intent.refundStatus ?? "not requested";
      return { kind: unrecorded, found: `the ledger has settled the refund, here it is ${status}` };
    }
    if (transactionId !== intent.refundLedgerTxId) return doubled(intent, "refund");
  }
  return mismatch(intent, transfer);
}

/** Our keys name the intent; the metadata of others may as well have a `payment_intent_id`. */
function isOurs({ kind, paymentIntentId, operationKey }: RecordedTransfer): boolean {
  return operationKey?.startsWith(`${kind}:${paymentIntentId}:`) ?? false;
}

function doubled(intent: ComparedIntent, kind: RecordedTransfer["kind"]): Disagreement {
  const other = (kind === "payment" ? intent.paymentLedgerTxId : intent.refundLedgerTxId) ?? "unknown";
  return { kind: `${kind}_doubled`, found: `a second settled ${kind}; the recorded transaction is ${other}` };
}

function mismatch(intent: ComparedIntent, transfer: RecordedTransfer): Disagreement | null {
  const isPayment = transfer.kind === "payment";
  const [wallet, merchant] = isPayment
    ? [transfer.fromAccountId, transfer.toAccountId]
    : [transfer.toAccountId, transfer.fromAccountId];
  const differing = [
    ...(transfer.amountMinor === intent.amountMinor ? [] : ["amount"]),
    ...(transfer.currency === intent.currency ? [] : ["currency"]),
    ...(wallet === intent.completedBy ? [] : ["wallet"]),
    ...(merchant === intent.merchantId ? [] : ["merchant"]),
    ...(transfer.paymentIntentId === intent.id ? [] : ["payment_intent_id"]),
  ];
  if (differing.length === 0) return null;
  return {
    kind: "ledger_mismatch",
    found: `the ledger's ${transfer.kind} has another ${differing.join(" and ")}`,
  };
}
