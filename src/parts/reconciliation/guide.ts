import type { PartGuide } from "#core/part-guide.ts";
import { logEvents } from "./log-events.ts";

export const guide = {
  logEvents,
  findingTexts: {
    payment_unfinished:
      "the ledger has not confirmed a payment: its object has reported it, or the intent's deadline has passed",
    refund_unfinished: "a refund has been pending without a change",
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
    intent_missing:
      "the ledger has settled a transaction of this service for an intent that D1 does not have",
  },
} satisfies PartGuide;
