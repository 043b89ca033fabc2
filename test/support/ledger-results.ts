// What the ledger says of anIntent()'s transfers, as results and as commands.

import type { LedgerEvent, TransactionReport, TransferResult } from "#core/domain/ledger.ts";
import type { IntentCommand } from "#core/domain/payment-intents/commands.ts";
import { MERCHANT, WALLET } from "./intent.ts";

export const accepted = { outcome: "pending", transactionId: "tx-1" } as const;
export const settled = { outcome: "settled", transactionId: "tx-1" } as const;
export const unknown = { outcome: "unknown" } as const;
export const declined = { outcome: "declined", reason: "insufficient_funds" } as const;

/** `operation` is "payment:1" for the first payment. */
export function result(operation: string, transfer: TransferResult): IntentCommand {
  return { type: "record_transfer_result", key: operation.replace(":", ":intent-1:"), result: transfer };
}

/** It is by default about WALLET's first operation of its kind. */
export function event(
  kind: LedgerEvent["kind"],
  transfer: LedgerEvent["result"],
  change: Partial<LedgerEvent> = {},
): IntentCommand {
  return { type: "record_ledger_event", event: { ...report(kind, transfer), ...change } };
}

/** Makes one that was looked up at the ledger. */
export function transaction(
  kind: LedgerEvent["kind"],
  transfer: LedgerEvent["result"],
  change: Partial<TransactionReport> = {},
): IntentCommand {
  return { type: "record_transaction", transaction: { ...report(kind, transfer), ...change } };
}

export function report(kind: LedgerEvent["kind"], transfer: LedgerEvent["result"]): LedgerEvent {
  return {
    kind,
    paymentIntentId: "intent-1",
    transactionId: "tx-1",
    operationKey: `${kind}:intent-1:1`,
    ...transferOf(kind, MERCHANT, WALLET),
    result: transfer,
  };
}

/** The accounts, amount and currency of anIntent()'s transfer. */
export function transferOf(kind: LedgerEvent["kind"], merchantId: string, walletId: string) {
  const isPayment = kind === "payment";
  return {
    fromAccountId: isPayment ? walletId : merchantId,
    toAccountId: isPayment ? merchantId : walletId,
    amountMinor: 1250,
    currency: "USD",
  };
}
