// Commands and results for anIntent(), and decideInTurn(), which decides them one after another.
import type { IntentCommand } from "../../src/domain/commands.ts";
import { type Decision, decide } from "../../src/domain/decide.ts";
import type { LedgerEvent, TransactionReport, TransferResult } from "../../src/domain/ledger.ts";
import type { PaymentIntent } from "../../src/domain/payment-intent.ts";
import { DEADLINE, MERCHANT, OTHER_WALLET, WALLET } from "./intent.ts";

/** The last millisecond in which an intent is open. */
export const IN_TIME = DEADLINE - 1;

export const confirm = { type: "confirm", walletId: WALLET } as const;
export const confirmOther = { type: "confirm", walletId: OTHER_WALLET } as const;
export const cancel = { type: "cancel", merchantId: MERCHANT } as const;
export const refund = { type: "refund", merchantId: MERCHANT, key: null } as const;
export const expire = { type: "expire" } as const;

export const accepted = { outcome: "pending", transactionId: "tx-1" } as const;
export const settled = { outcome: "settled", transactionId: "tx-1" } as const;
export const unknown = { outcome: "unknown" } as const;
export const declined = { outcome: "declined", reason: "insufficient_funds" } as const;

/** `operation` is "payment:1" for the first payment. */
export function result(operation: string, transfer: TransferResult): IntentCommand {
  return { type: "record_transfer_result", key: operation.replace(":", ":intent-1:"), result: transfer };
}

/** By default about WALLET's first operation of its kind. */
export function event(
  kind: LedgerEvent["kind"],
  transfer: LedgerEvent["result"],
  change: Partial<LedgerEvent> = {},
): IntentCommand {
  return { type: "record_ledger_event", event: { ...report(kind, transfer), ...change } };
}

/** The same, looked up at the ledger. */
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

export type Step = [command: IntentCommand, at?: number];

/** Decides each command on the intent left by the previous one. */
export function decideInTurn(start: PaymentIntent, ...steps: Step[]) {
  const decisions: Decision[] = [];
  let intent = start;
  for (const [command, at = IN_TIME] of steps) {
    const decision = decide(intent, command, at);
    decisions.push(decision);
    intent = decision.intent;
  }
  const events = decisions.flatMap((decision) => decision.events.map(({ type }) => type));
  return { intent, decisions, events, refusals: decisions.map(({ refusal }) => refusal) };
}
