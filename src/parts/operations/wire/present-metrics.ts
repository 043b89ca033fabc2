// The metrics by name. Labels have few values, and never an id.
import type { Gauges } from "#core/db/operations/gauges.ts";
import {
  AGES_SECONDS,
  type EventCounts,
  PAY_BOUNDS_SECONDS,
  PUSH_DROPS,
  type PushDrop,
} from "#core/domain/operations/metrics.ts";
import { FINAL_STATUSES } from "#core/domain/payment-intents/payment-intent.ts";
import { DELIVERY_STATUSES } from "#core/domain/webhooks/delivery.ts";
import { prometheusText, type Sample, samplesBy, secondsSince } from "#core/wire/operations/prometheus.ts";

/** Their keys are metrics; the operators' guide has these texts as well. */
export const METRICS_HELP = {
  payments_intents_open: "Open payment intents, up to 10000.",
  payments_intents_overdue: "Open payment intents past their deadline, up to 10000.",
  payments_intents_overdue_oldest_seconds: "How long the oldest of them has been past its deadline.",
  payments_intents_total: "Payment intents by the status in which they ended.",
  payments_approvals_requested_total: "Intents that were sent to a customer for approval.",
  payments_refunds_total: "Refunds by what happened to them.",
  payments_time_to_pay_seconds: "From the creation of a payment intent to its payment.",
  payments_operations_unfinished:
    "Payments, refunds and movements without a result from the ledger, up to 10000.",
  payments_operation_oldest_seconds: "How long the oldest of them has been unfinished.",
  payments_objects_undrained: "Objects that cannot write their changes to D1 or a queue, up to 10000.",
  payments_object_undrained_oldest_seconds: "How long the oldest of them has been undrained.",
  payments_webhook_events_total:
    "Events by the state of their webhook about a minute later; none: no endpoint was subscribed.",
  payments_webhook_deliveries:
    "Unfinished webhook deliveries, and those of the last seven days' events that have failed, each up to 10000.",
  payments_webhook_due_oldest_seconds: "How long the oldest due delivery has been due.",
  payments_webhook_addresses_degraded: "Hosts of merchants' webhooks that are only probed, up to 10000.",
  payments_webhook_degraded_oldest_seconds: "How long the oldest of them has been degraded.",
  payments_bus_events_due: "Events that are due on the message bus and not sent, up to 10000.",
  payments_pushes_dropped_total:
    "Push messages that were not sent: more than 60 a minute of a merchant to a wallet, the push service has failed, or it is unknown.",
  payments_float_mismatches: "Currencies in which the float did not add up when it was last checked.",
  payments_sweep_last_run_timestamp_seconds: "When the sweep last counted events; 0 before its first run.",
  payments_database_bytes: "Size of D1, and of the largest cell as it has last reported.",
  payments_cell_report_oldest_seconds: "Age of the oldest of the cells' last reports.",
};

export type Metric = keyof typeof METRICS_HELP;

interface Metrics {
  now: number;
  gauges: Gauges;
  counts: EventCounts;
  /** When the sweep counted last; null before its first run. */
  countedAt: number | null;
  /** The oldest of the cells' last reports; null without any. */
  oldestReportAt: number | null;
  homeBytes: number | null;
  /** The size of the largest cell; null without any. */
  largestBytes: number | null;
  floatMismatches: number;
  droppedPushes: Partial<Record<PushDrop, number>>;
}

export function presentMetrics(metrics: Metrics): string {
  const { now, gauges, counts, countedAt, oldestReportAt, homeBytes, largestBytes, floatMismatches } =
    metrics;
  const age = (at: number | null) => secondsSince(at, now);
  const { openIntents, awaitingApproval } = gauges;
  const ended = (type: string) => counts.byType[type] ?? 0;
  return prometheusText(METRICS_HELP, {
    payments_intents_open: samplesBy("status", {
      pending: Math.max(0, openIntents - awaitingApproval),
      pending_approval: awaitingApproval,
    }),
    payments_intents_overdue: gauges.overdueIntents,
    payments_intents_overdue_oldest_seconds: age(gauges.oldestOverdueAt),
    payments_intents_total: FINAL_STATUSES.flatMap((status) =>
      samplesBy("status", { [status]: ended(`payment.${status}`) }),
    ),
    payments_approvals_requested_total: ended("payment.approval_requested"),
    payments_refunds_total: samplesBy("event", {
      requested: ended("refund.pending"),
      completed: ended("refund.completed"),
      failed: ended("refund.failed"),
    }),
    payments_time_to_pay_seconds: timesToPay(counts),
    payments_operations_unfinished: [
      ...byAge(gauges.paymentsByAge, { operation: "payment" }),
      ...byAge(gauges.refundsByAge, { operation: "refund" }),
      ...byAge(gauges.movementsByAge, { operation: "movement" }),
    ],
    payments_operation_oldest_seconds: samplesBy("operation", {
      payment: age(gauges.oldestPaymentAt),
      refund: age(gauges.oldestRefundAt),
    }),
    payments_objects_undrained: byAge(gauges.outboxesByAge),
    payments_object_undrained_oldest_seconds: age(gauges.oldestOutboxAt),
    payments_webhook_events_total: DELIVERY_STATUSES.flatMap((status) =>
      samplesBy("delivery", { [status]: counts.byDelivery[status] ?? 0 }),
    ),
    payments_webhook_deliveries: samplesBy("state", {
      due: gauges.dueDeliveries,
      scheduled: gauges.retriedDeliveries,
      waiting: gauges.waitingDeliveries,
      failed: gauges.failedDeliveries,
    }),
    payments_webhook_due_oldest_seconds: age(gauges.oldestDueAt),
    payments_webhook_addresses_degraded: gauges.degradedEndpoints,
    payments_webhook_degraded_oldest_seconds: age(gauges.oldestDegradedAt),
    payments_bus_events_due: gauges.unsentBusEvents,
    payments_pushes_dropped_total: PUSH_DROPS.flatMap((reason) =>
      samplesBy("reason", { [reason]: metrics.droppedPushes[reason] ?? 0 }),
    ),
    payments_float_mismatches: floatMismatches,
    payments_sweep_last_run_timestamp_seconds: (countedAt ?? 0) / 1000,
    payments_database_bytes: samplesBy("database", {
      ...(homeBytes === null ? {} : { home: homeBytes }),
      ...(largestBytes === null ? {} : { largest_cell: largestBytes }),
    }),
    payments_cell_report_oldest_seconds: oldestReportAt === null ? [] : age(oldestReportAt),
  });
}

function timesToPay({ paidWithin, timeToPayMs }: EventCounts): Sample[] {
  let below = 0;
  const buckets = [...PAY_BOUNDS_SECONDS.map(String), "+Inf"].map((le, index): Sample => {
    below += paidWithin[index] ?? 0;
    return { suffix: "_bucket", labels: { le }, value: below };
  });
  return [...buckets, { suffix: "_sum", value: timeToPayMs / 1000 }, { suffix: "_count", value: below }];
}

function byAge(json: string, labels: Record<string, string> = {}): Sample[] {
  const counts: number[] = JSON.parse(json);
  return AGES_SECONDS.map((seconds, index) => ({
    labels: { ...labels, older_than_seconds: String(seconds) },
    value: counts[index] ?? 0,
  }));
}
