import { describe, expect, it } from "vitest";
import type {
  IntentCommand,
  IntentCommandType,
  IntentRefusal,
} from "#core/domain/payment-intents/commands.ts";
import { decide } from "#core/domain/payment-intents/decide.ts";
import type { EventType } from "#core/domain/payment-intents/events.ts";
import {
  INTENT_STATUSES,
  type IntentStatus,
  type LedgerOperation,
  type PaymentIntent,
} from "#core/domain/payment-intents/payment-intent.ts";
import {
  anOperation,
  CREATED_AT,
  INTENT_BY_STATUS,
  MERCHANT,
  OTHER_WALLET,
  WALLET,
} from "../../support/intent.ts";
import { report, settled } from "../../support/ledger-results.ts";

const NOW = CREATED_AT + 60_000;

/** What a command does before the deadline. Fields that `change` does not name stay as they were. */
interface Cell {
  refusal: IntentRefusal | null;
  change: Partial<PaymentIntent>;
  event: EventType | null;
}

const nothing: Cell = { refusal: null, change: {}, event: null };
const refused = (refusal: IntentRefusal): Cell => ({ ...nothing, refusal });
const starts = (operation: LedgerOperation): Cell => ({ ...nothing, change: { operation } });
const becomes = (event: EventType, change: Partial<PaymentIntent>): Cell => ({ ...nothing, change, event });

/** Whatever the intent has become before the ledger's word. */
const COMPLETED = becomes("payment.completed", {
  status: "completed",
  completedBy: WALLET,
  paymentLedgerTxId: "tx-1",
  completedAt: NOW,
  cancelledAt: null,
  cancellationReason: null,
  operation: null,
});
const EXPIRED = becomes("payment.expired", { status: "expired", expiresAt: NOW });

/** Commands of those who are allowed: the owner, the target wallet if any, the ledger for the first payment. */
const AT_REST: Record<IntentStatus, Record<IntentCommandType, Cell>> = {
  pending: {
    cancel: becomes("payment.cancelled", {
      status: "cancelled",
      cancellationReason: "requested_by_merchant",
      cancelledAt: NOW,
    }),
    refund: refused("not_completed"),
    confirm: starts(anOperation("payment")),
    approve: refused("not_found"),
    reject: refused("not_found"),
    withdraw: refused("not_pending"),
    expire: nothing,
    simulate_expiry: EXPIRED,
    record_transfer_result: nothing,
    record_ledger_event: COMPLETED,
    record_transaction: COMPLETED,
    end_operation: refused("no_operation"),
  },
  pending_approval: {
    cancel: refused("not_pending"),
    refund: refused("not_completed"),
    confirm: refused("approval_required"),
    approve: starts(anOperation("payment")),
    reject: becomes("payment.cancelled", {
      status: "cancelled",
      cancellationReason: "rejected_by_customer",
      cancelledAt: NOW,
    }),
    withdraw: becomes("payment.cancelled", {
      status: "cancelled",
      cancellationReason: "withdrawn_by_merchant",
      cancelledAt: NOW,
    }),
    expire: nothing,
    simulate_expiry: EXPIRED,
    record_transfer_result: nothing,
    record_ledger_event: COMPLETED,
    record_transaction: COMPLETED,
    end_operation: refused("no_operation"),
  },
  completed: {
    cancel: refused("not_pending"),
    refund: becomes("refund.pending", {
      refundStatus: "pending",
      refundLedgerTxId: "refund:intent-1:1",
      operation: anOperation("refund"),
    }),
    confirm: nothing,
    approve: nothing,
    reject: refused("already_paid"),
    withdraw: refused("already_paid"),
    expire: nothing,
    simulate_expiry: refused("not_open"),
    record_transfer_result: nothing,
    record_ledger_event: nothing,
    record_transaction: nothing,
    end_operation: refused("no_operation"),
  },
  expired: {
    cancel: refused("not_pending"),
    refund: refused("not_completed"),
    confirm: refused("expired"),
    approve: refused("expired"),
    reject: refused("expired"),
    withdraw: refused("expired"),
    expire: nothing,
    simulate_expiry: nothing,
    record_transfer_result: nothing,
    record_ledger_event: COMPLETED,
    record_transaction: COMPLETED,
    end_operation: refused("no_operation"),
  },
  cancelled: {
    cancel: refused("not_pending"),
    refund: refused("not_completed"),
    confirm: refused("already_cancelled"),
    approve: refused("already_cancelled"),
    reject: nothing,
    withdraw: nothing,
    expire: nothing,
    simulate_expiry: refused("not_open"),
    record_transfer_result: nothing,
    record_ledger_event: COMPLETED,
    record_transaction: COMPLETED,
    end_operation: refused("no_operation"),
  },
};

const SITUATIONS = ["pending, paying", "pending_approval, paying", "completed, refunding"] as const;
type Situation = (typeof SITUATIONS)[number];

const IN_FLIGHT: Record<Situation, PaymentIntent> = {
  "pending, paying": { ...INTENT_BY_STATUS.pending, operation: anOperation("payment") },
  "pending_approval, paying": { ...INTENT_BY_STATUS.pending_approval, operation: anOperation("payment") },
  "completed, refunding": {
    ...INTENT_BY_STATUS.completed,
    refundStatus: "pending",
    refundLedgerTxId: "refund:intent-1:1",
    operation: anOperation("refund"),
  },
};

/** The ledger's results here are about the first payment, so a refund ignores them. */
const IN_PROGRESS: Record<Situation, Record<IntentCommandType, Cell>> = {
  "pending, paying": {
    cancel: refused("payment_in_progress"),
    refund: refused("not_completed"),
    confirm: nothing,
    approve: refused("not_found"),
    reject: refused("not_found"),
    withdraw: refused("not_pending"),
    expire: nothing,
    simulate_expiry: refused("payment_in_progress"),
    record_transfer_result: COMPLETED,
    record_ledger_event: COMPLETED,
    record_transaction: COMPLETED,
    end_operation: nothing,
  },
  "pending_approval, paying": {
    cancel: refused("not_pending"),
    refund: refused("not_completed"),
    confirm: refused("approval_required"),
    approve: nothing,
    reject: refused("payment_in_progress"),
    withdraw: refused("payment_in_progress"),
    expire: nothing,
    simulate_expiry: refused("payment_in_progress"),
    record_transfer_result: COMPLETED,
    record_ledger_event: COMPLETED,
    record_transaction: COMPLETED,
    end_operation: nothing,
  },
  "completed, refunding": {
    cancel: refused("not_pending"),
    refund: refused("already_refunded"),
    confirm: nothing,
    approve: nothing,
    reject: refused("already_paid"),
    withdraw: refused("already_paid"),
    expire: nothing,
    simulate_expiry: refused("not_open"),
    record_transfer_result: nothing,
    record_ledger_event: nothing,
    record_transaction: nothing,
    end_operation: nothing,
  },
};

const COMMANDS: { [Type in IntentCommandType]: Extract<IntentCommand, { type: Type }> } = {
  cancel: { type: "cancel", merchantId: MERCHANT },
  refund: { type: "refund", merchantId: MERCHANT, key: null },
  confirm: { type: "confirm", walletId: WALLET },
  approve: { type: "approve", walletId: WALLET },
  reject: { type: "reject", walletId: WALLET },
  withdraw: { type: "withdraw", merchantId: MERCHANT },
  expire: { type: "expire" },
  simulate_expiry: { type: "simulate_expiry", merchantId: MERCHANT },
  record_transfer_result: { type: "record_transfer_result", key: "payment:intent-1:1", result: settled },
  record_ledger_event: { type: "record_ledger_event", event: report("payment", settled) },
  record_transaction: { type: "record_transaction", transaction: report("payment", settled) },
  end_operation: { type: "end_operation" },
};

function expectCell(intent: PaymentIntent, command: IntentCommand, { refusal, change, event }: Cell) {
  const steps = event === null ? 0 : 1;
  const sequence = intent.eventSequence + steps;
  expect(decide(intent, command, NOW)).toEqual({
    refusal,
    intent: {
      ...intent,
      ...change,
      eventSequence: sequence,
      version: intent.version + steps,
      updatedAt: event === null ? intent.updatedAt : NOW,
    },
    events: event === null ? [] : [{ type: event, sequence, occurredAt: NOW, reason: null }],
  });
}

describe.each(INTENT_STATUSES)("decide on an intent that is %s", (status) => {
  it.each(Object.values(COMMANDS))("$type", (command) => {
    expectCell(INTENT_BY_STATUS[status], command, AT_REST[status][command.type]);
  });
});

describe.each(SITUATIONS)("decide on an intent that is %s", (situation) => {
  it.each(Object.values(COMMANDS))("$type", (command) => {
    expectCell(IN_FLIGHT[situation], command, IN_PROGRESS[situation][command.type]);
  });
});

describe("decide for those who are not allowed", () => {
  const everyIntent = [...Object.values(INTENT_BY_STATUS), ...Object.values(IN_FLIGHT)];

  it.each(["cancel", "withdraw", "refund", "simulate_expiry"] as const)(
    "hides the intent from another's %s",
    (type) => {
      for (const intent of everyIntent)
        expectCell(intent, { type, merchantId: "m-2", key: null }, refused("not_found"));
    },
  );

  it.each(["approve", "reject"] as const)("hides the intent from another wallet's %s", (type) => {
    for (const intent of everyIntent)
      expectCell(intent, { type, walletId: OTHER_WALLET }, refused("not_found"));
  });

  it("refuses a refund when no wallet is known to have paid", () => {
    const intent = { ...INTENT_BY_STATUS.completed, completedBy: null };
    expectCell(intent, COMMANDS.refund, refused("no_wallet"));
  });
});
