import type { FindingRow } from "#core/domain/reconciliation/reconciliation.ts";

const RESOLVE = "POST /merchant/api/v1/admin/payment-intents/{payment_intent_id}/resolve";
const REDELIVER = "POST /merchant/api/v1/webhook-deliveries/{event_id}/redeliver";
const READ = "GET /merchant/api/v1/payment-intents/{payment_intent_id}";

export const findings = {
  payment_unfinished: {
    action: `Nothing while the ledger is down: the payment is retried under the same key. Otherwise look up the key payment:{payment_intent_id}:… at the ledger, and settle the intent with ${RESOLVE}.`,
  },
  refund_unfinished: {
    action: `Nothing while the ledger is still settling it: the refund is looked up again and again. If the ledger has settled or refused it, or does not know it, settle the intent with ${RESOLVE}.`,
  },
  outbox_unfinished: {
    action:
      "Look for projection_failed and queue_send_failed with this intent_id in the log, and repair D1 or the queue: the object retries at least every five minutes.",
  },
  database_behind: {
    action:
      "Nothing, after a restore: the object has the intent, and being asked for it writes it to D1 again. Otherwise look for projection_failed with this intent_id in the log.",
  },
  intent_overdue: {
    action:
      "Look for sweep_intent_failed and load_failed with this intent_id in the log. The sweep asks the object again every minute.",
  },
  delivery_overdue: {
    action:
      "Check that the Cron trigger and the queue consumers run: the sweep queues overdue deliveries every minute.",
  },
  deliveries_waiting: {
    action:
      "Ask the merchant to repair its endpoint. It is probed every ten minutes, and after the first success all of its deliveries are sent.",
  },
  delivery_failed: {
    action: `Ask the merchant to repair its endpoint, then to send the webhook again: ${REDELIVER}, or POST /merchant/api/v1/webhook-deliveries/recover for all of a period.`,
  },
  bus_event_unsent: {
    action: "Look for bus_send_failed in the log and repair the queue: the sweep sends the event again.",
  },
  sweep_stalled: {
    action:
      "Look for sweep_failed with this part in the log, and check that the Cron trigger runs. A cell sweeps at its own alarm, which the trigger sets again if it was lost.",
  },
  event_missing: {
    action: `Read the intent with a token of its merchant: ${READ}. If it changed within the last 24 hours its object still has the event, and writes it again within a day; otherwise tell the merchant.`,
  },
  delivery_missing: { action: `Send the webhook with a token of the merchant: ${REDELIVER}.` },
  audit_trail_broken: {
    action:
      "Someone has changed or deleted entries of the audit trail in D1. Compare the trail with the lines `audit` and `audit_trail_sealed` of the log, and with a backup.",
  },
  payment_not_settled: {
    action:
      "Ask the ledger's operator whether the customer was debited. If not, the merchant must not deliver, or must be paid by hand.",
  },
  refund_not_settled: {
    action:
      "Ask the ledger's operator whether the customer got the money back. If not, move it at the ledger by hand.",
  },
  payment_unrecorded: {
    action: `Settle the intent with ${RESOLVE} and the transaction_id. If it is no longer open, pay the customer back at the ledger.`,
  },
  refund_unrecorded: { action: `Settle the intent with ${RESOLVE} and the transaction_id.` },
  payment_doubled: {
    action: "Pay the customer of this transaction back at the ledger: the intent is paid by another one.",
  },
  refund_doubled: {
    action: "Take the money of this transaction back at the ledger: the intent is refunded by another one.",
  },
  transaction_shared: {
    action:
      "Find out with the ledger's operator which payment intent the transaction was for. The other one has moved no money: the merchant must not deliver or must be paid by hand, or the customer must get the refund.",
  },
  ledger_mismatch: {
    action: "Compare both with the ledger's operator, and correct the difference at the ledger by hand.",
  },
  intent_missing: {
    action:
      "The database was probably restored to a time before this payment. Pay the customer back at the ledger, or tell the merchant that it was paid.",
  },
} satisfies Record<string, FindingRow>;

declare global {
  interface PartFindings extends Record<keyof typeof findings, true> {}
}
