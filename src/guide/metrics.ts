// Every metric, as the operators' guide explains it beside the text that GET /metrics has of it.
import type { LedgerMetric } from "../ledger/metrics.ts";
import type { Metric } from "../wire/operations/present-metrics.ts";

interface MetricText {
  labels?: string;
  /** What the metric's own text leaves out. */
  note?: string;
  /** When an operator has to look. */
  alert?: string;
}

export const METRICS: Record<Metric | LedgerMetric, MetricText> = {
  payments_intents_open: { labels: "status" },
  payments_intents_overdue: {},
  payments_intents_overdue_oldest_seconds: {
    alert: "above 300: the sweep makes no progress, or a payment is under way",
  },
  payments_intents_total: { labels: "status", alert: "no `completed` for longer than is usual" },
  payments_approvals_requested_total: {},
  payments_refunds_total: { labels: "event", alert: "`failed` growing" },
  payments_time_to_pay_seconds: { note: "A histogram.", alert: "a sudden change of the median" },
  payments_operations_unfinished: {
    labels: "operation,older_than_seconds",
    note: "`movement`: top-ups, pay-outs and adjustments.",
    alert: "any payment older than 3600, any movement older than 600",
  },
  payments_operation_oldest_seconds: {
    labels: "operation",
    alert: "payment above 300; refund above what your ledger needs to settle one",
  },
  payments_objects_undrained: { labels: "older_than_seconds" },
  payments_object_undrained_oldest_seconds: { alert: "above 300" },
  payments_webhook_events_total: { labels: "delivery", alert: "the share of `pending` above what is usual" },
  payments_webhook_deliveries: {
    labels: "state",
    note: "`due` should be on their way, `scheduled` are for a retry, `waiting` for a degraded host.",
    alert: "any but `due` growing for hours",
  },
  payments_webhook_due_oldest_seconds: { alert: "above 300: the queue or its consumer stands still" },
  payments_webhook_addresses_degraded: {
    note: "Each is counted once per merchant.",
    alert: "many at once: the cause is probably on this side",
  },
  payments_webhook_degraded_oldest_seconds: {},
  payments_bus_events_due: { alert: "above 0 for 10 minutes" },
  payments_pushes_dropped_total: {
    labels: "reason",
    note: "`limit`: `LIMIT_PUSHES`. `circuit_open`: the push service had failed five times in a row, and gets one a minute. `unknown_service`: it is not in `PUSH_SERVICES` any more.",
    alert: "`circuit_open` or `unknown_service` growing",
  },
  payments_float_mismatches: { note: "It is checked once an hour.", alert: "above 0" },
  payments_sweep_last_run_timestamp_seconds: {
    alert: "more than 300 seconds ago: the Cron trigger does not fire, and the counters stand still",
  },
  payments_database_bytes: {
    labels: "database",
    note: "`home` is D1, and with `CELLS` there is `largest_cell`.",
    alert: "above 6 GB: a database holds 10 GB, see [Cells](#growing)",
  },
  payments_cell_report_oldest_seconds: {
    note: "Only with `CELLS`.",
    alert: "above 3600: that cell does not sweep itself; see `sweep_failed` in the log",
  },
  payments_ledger_settlements_due: { note: "Of the ledger's Worker." },
  payments_ledger_settlement_due_oldest_seconds: {
    note: "Of the ledger's Worker.",
    alert: "above 300: its Cron trigger does not fire",
  },
  payments_ledger_reports_unsent: { note: "Of the ledger's Worker." },
  payments_ledger_report_unsent_oldest_seconds: {
    note: "Of the ledger's Worker.",
    alert: "above 3600: compare `REPORT_URL` and `LEDGER_EVENTS_SECRET`",
  },
};
