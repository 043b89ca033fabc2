// What reconciliation can find: work that is stuck, and records that disagree.

/** They run in this order: what is stuck comes first, and the ledger, which may be down, last. */
export const CHECKS = [
  "unfinished_payments",
  "unfinished_outboxes",
  "overdue_intents",
  "pending_refunds",
  "movements",
  "overdue_deliveries",
  "waiting_deliveries",
  "failed_deliveries",
  "bus_events",
  "sweep",
  "intent_events",
  "audit_trail",
  "shared_transactions",
  "ledger_payments",
  "ledger_refunds",
  "ledger_history",
  "ledger_movements",
  "ledger_float",
] as const;
export type CheckName = (typeof CHECKS)[number];

/** They run once: they are about no payments, or look for the payments of a ledger's account wherever these are. */
export const RUN_ONCE: ReadonlySet<CheckName> = new Set([
  "movements",
  "shared_transactions",
  "ledger_history",
  "ledger_movements",
  "ledger_float",
]);

export interface Finding {
  kind: FindingKind;
  /** Since when it has been so, as far as is known. */
  since: number;
  /** What was found, for people. */
  found: string;
  merchantId?: string;
  paymentIntentId?: string;
  movementId?: string;
  eventId?: string;
  transactionId?: string;
}

/** Where a check continues. Each check says what the parts mean; all of them sort it by what comes first. */
export interface CheckPosition {
  at: number;
  key: string;
  id: string;
}

export const CHECK_START: CheckPosition = { at: 0, key: "", id: "" };

export interface CheckCursor {
  check: CheckName;
  /** Where it continues. */
  place: string;
  position: CheckPosition;
}

const RESOLVE = "POST /merchant/api/v1/admin/payment-intents/{payment_intent_id}/resolve";
const REDELIVER = "POST /merchant/api/v1/webhook-deliveries/{event_id}/redeliver";
const READ = "GET /merchant/api/v1/payment-intents/{payment_intent_id}";

/** What the operator does. `{…}` stands for a member of the finding. */
export const ACTIONS = {
  payment_unfinished: `Nothing while the ledger is down: the payment is retried under the same key. Otherwise look up the key payment:{payment_intent_id}:… at the ledger, and settle the intent with ${RESOLVE}.`,
  refund_unfinished: `Nothing while the ledger is still settling it: the refund is looked up again and again. If the ledger has settled or refused it, or does not know it, settle the intent with ${RESOLVE}.`,
  movement_unfinished:
    "Nothing while the ledger is down: it is asked again under the same key. Otherwise look for sweep_movement_failed with this movement_id in the log, and look up the key at the ledger: if it has executed the transfer, or refuses it, resolve the movement by hand.",
  outbox_unfinished:
    "Look for projection_failed and queue_send_failed with this intent_id in the log, and repair D1 or the queue: the object retries at least every five minutes.",
  database_behind:
    "Nothing, after a restore: the object has the intent, and being asked for it writes it to D1 again. Otherwise look for projection_failed with this intent_id in the log.",
  intent_overdue:
    "Look for sweep_intent_failed and load_failed with this intent_id in the log. The sweep asks the object again every minute.",
  delivery_overdue:
    "Check that the Cron trigger and the queue consumers run: the sweep queues overdue deliveries every minute.",
  deliveries_waiting:
    "Ask the merchant to repair its endpoint. It is probed every ten minutes, and after the first success all of its deliveries are sent.",
  delivery_failed: `Ask the merchant to repair its endpoint, then to send the webhook again: ${REDELIVER}, or POST /merchant/api/v1/webhook-deliveries/recover for all of a period.`,
  bus_event_unsent:
    "Look for bus_send_failed in the log and repair the queue: the sweep sends the event again.",
  sweep_stalled:
    "Look for sweep_failed with this part in the log, and check that the Cron trigger runs. A cell sweeps at its own alarm, which the trigger sets again if it was lost.",
  event_missing: `Read the intent with a token of its merchant: ${READ}. If it changed within the last 24 hours its object still has the event, and writes it again within a day; otherwise tell the merchant.`,
  delivery_missing: `Send the webhook with a token of the merchant: ${REDELIVER}.`,
  audit_trail_broken:
    "Someone has changed or deleted entries of the audit trail in D1. Compare the trail with the lines `audit` and `audit_trail_sealed` of the log, and with a backup.",
  payment_not_settled:
    "Ask the ledger's operator whether the customer was debited. If not, the merchant must not deliver, or must be paid by hand.",
  refund_not_settled:
    "Ask the ledger's operator whether the customer got the money back. If not, move it at the ledger by hand.",
  payment_unrecorded: `Settle the intent with ${RESOLVE} and the transaction_id. If it is no longer open, pay the customer back at the ledger.`,
  refund_unrecorded: `Settle the intent with ${RESOLVE} and the transaction_id.`,
  payment_doubled:
    "Pay the customer of this transaction back at the ledger: the intent is paid by another one.",
  refund_doubled:
    "Take the money of this transaction back at the ledger: the intent is refunded by another one.",
  transaction_shared:
    "Find out with the ledger's operator which payment intent the transaction was for. The other one has moved no money: the merchant must not deliver or must be paid by hand, or the customer must get the refund.",
  ledger_mismatch:
    "Compare both with the ledger's operator, and correct the difference at the ledger by hand.",
  intent_missing:
    "The database was probably restored to a time before this payment. Pay the customer back at the ledger, or tell the merchant that it was paid.",
  movement_unrecorded:
    "The database was probably restored to a time before this movement. Its money has moved: do not enter it again at a desk, which would move it twice. It is missing in lists, exports and the limits of its day.",
  float_mismatch:
    "Have the ledger's operator audit its books: every transfer takes from one account what it gives another. Let no money out until it adds up.",
};

export type FindingKind = keyof typeof ACTIONS;
export const FINDING_KINDS = Object.keys(ACTIONS) as FindingKind[];
