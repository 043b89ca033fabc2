// What reconciliation can find, as the operators' guide explains it; each finding itself says what to do.
import type { FindingKind } from "../domain/reconciliation.ts";

/** What disagrees or is stuck. */
export const FINDINGS: Record<FindingKind, string> = {
  payment_unfinished:
    "the ledger has not confirmed a payment: its object has reported it, or the intent's deadline has passed",
  refund_unfinished: "a refund has been pending without a change",
  movement_unfinished:
    "a top-up, pay-out or adjustment has no result from the ledger, or the approval of a pay-out is overdue",
  outbox_unfinished: "an object cannot write what it has committed to D1 or a queue",
  database_behind: "D1 lacks what the intent's object has, as after a restore",
  intent_overdue: "an open intent is past its deadline, and its object does not respond",
  delivery_overdue: "a webhook is due and was not attempted",
  deliveries_waiting: "webhooks wait for a degraded host; one finding per merchant and host",
  delivery_failed: "all attempts to deliver a webhook have failed",
  bus_event_unsent: "an event was not sent to the message bus",
  sweep_stalled: "a part of the sweep makes no progress",
  event_missing: "a final status is without its event",
  delivery_missing: "an event is without a webhook, although an endpoint was subscribed",
  audit_trail_broken:
    "entries of the [audit trail](#audit-trail) created in the period were changed or deleted",
  payment_not_settled: "a payment is completed here, but the ledger has no such settled transaction",
  refund_not_settled: "a refund is completed here, but the ledger has no such settled transaction",
  payment_unrecorded: "the ledger has settled a payment that is not completed here",
  refund_unrecorded: "the ledger has settled a refund that is not completed here",
  payment_doubled: "the ledger has a second settled payment for the same intent",
  refund_doubled: "the ledger has a second settled refund for the same intent",
  transaction_shared:
    "several intents have the same transaction: those created in the period, and one for which an administrator has [recorded](#settle-an-operation-by-hand) it",
  ledger_mismatch:
    "the ledger's transaction has another amount, currency, wallet, merchant or `payment_intent_id`",
  intent_missing: "the ledger has settled a transaction of this service for an intent that D1 does not have",
  movement_unrecorded:
    "the ledger has executed a top-up, pay-out or adjustment that is not here, or has ended otherwise here",
  float_mismatch: "the float is not what wallets and merchants have and what is in flight",
};
