// Every metric, as the operators' guide explains it beside the text that GET /metrics has of it.
import type { MetricText } from "#core/part-guide.ts";
import type { Metric } from "./wire/present-metrics.ts";

export const METRICS = {
  payments_intents_open: { labels: "status" },
  payments_intents_overdue: {},
  payments_intents_overdue_oldest_seconds: {
    alert: [
      "above 300: the sweep makes no progress, or a payment is under way",
      "look for `sweep_failed` and `sweep_intent_failed` in the log",
    ],
  },
  payments_intents_total: {
    labels: "status",
    alert: [
      "no `completed` for longer than is usual",
      "look for `request_failed` in the log; read `GET /health`",
    ],
  },
  payments_approvals_requested_total: {},
  payments_refunds_total: {
    labels: "event",
    alert: ["`failed` growing", "look for `transfer_rejected` in the log, and ask the ledger's operator"],
  },
  payments_time_to_pay_seconds: {
    note: "A histogram.",
    alert: [
      "a sudden change of the median",
      "run the [doctor](#check-a-deployment), which measures the distances",
    ],
  },
  payments_operations_unfinished: {
    labels: "operation,older_than_seconds",
    note: "`movement`: top-ups, pay-outs and adjustments.",
    alert: [
      "any payment older than 3600, any movement older than 600",
      "[settle it by hand](#settle-an-operation-by-hand)",
    ],
  },
  payments_operation_oldest_seconds: {
    labels: "operation",
    alert: [
      "payment above 300; refund above what your ledger needs to settle one",
      "check the ledger; then [reconcile](#reconciliation)",
    ],
  },
  payments_objects_undrained: { labels: "older_than_seconds" },
  payments_object_undrained_oldest_seconds: {
    alert: [
      "above 300",
      "look for `projection_failed` and `queue_send_failed` in the log; check D1 and Queues",
    ],
  },
  payments_webhook_events_total: {
    labels: "delivery",
    alert: ["the share of `pending` above what is usual", "look for `queue_message_failed` in the log"],
  },
  payments_webhook_deliveries: {
    labels: "state",
    note: "`due` should be on their way, `scheduled` are for a retry, `waiting` for a degraded host.",
    alert: ["any but `due` growing for hours", "ask the merchants to repair their endpoints"],
  },
  payments_webhook_due_oldest_seconds: {
    alert: [
      "above 300: the queue or its consumer stands still",
      "check Queues; the sweep queues what is due each minute",
    ],
  },
  payments_webhook_addresses_degraded: {
    note: "Each is counted once per merchant.",
    alert: [
      "many at once: the cause is probably on this side",
      "look at `DOH_URL` and at `webhook_attempt` in the log",
    ],
  },
  payments_webhook_degraded_oldest_seconds: {},
  payments_bus_events_due: {
    alert: ["above 0 for 10 minutes", "look for `bus_send_failed` in the log, and check Queues"],
  },
  payments_sweep_last_run_timestamp_seconds: {
    alert: [
      "more than 300 seconds ago: the Cron trigger does not fire, and the counters stand still",
      "`npx wrangler triggers deploy --env live` sets it again",
    ],
  },
  payments_database_bytes: {
    labels: "database",
    note: "`home` is D1, and with `CELLS` there is `largest_cell`.",
    alert: ["above 6 GB: a database holds 10 GB", "begin with [cells](#growing), or with more of them"],
  },
  payments_cell_report_oldest_seconds: {
    note: "Only with `CELLS`.",
    alert: ["above 3600: that cell does not sweep itself", "look for `sweep_failed` in the log"],
  },
  payments_pushes_dropped_total: {
    labels: "reason",
    note: "`limit`: `LIMIT_PUSHES`. `circuit_open`: the push service had failed five times in a row, and gets one a minute. `unknown_service`: it is not in `PUSH_SERVICES` any more.",
    alert: [
      "`circuit_open` or `unknown_service` growing",
      "look at `push_failed` in the log, and at `PUSH_SERVICES`",
    ],
  },
  payments_float_mismatches: {
    note: "It is checked once an hour.",
    alert: ["above 0", "let no money out: see [An alert came](#an-alert-came)"],
  },
} satisfies Record<Metric, MetricText>;
