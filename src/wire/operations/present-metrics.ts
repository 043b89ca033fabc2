// The metrics by name. Labels have few values, and never an id.
import type { Gauges } from "../../db/operations/gauges.ts";
import { DELIVERY_STATUSES } from "../../domain/delivery.ts";
import { AGES_SECONDS, type EventCounts, PAY_BOUNDS_SECONDS } from "../../domain/metrics.ts";
import { FINAL_STATUSES } from "../../domain/payment-intent.ts";
import { type Family, prometheusText, type Sample } from "./prometheus.ts";

interface Metrics {
  now: number;
  gauges: Gauges;
  counts: EventCounts;
  countedAt: number | null;
  floatMismatches: number;
}

export function presentMetrics({ now, gauges, counts, countedAt, floatMismatches }: Metrics): string {
  const age = (at: number | null) => (at === null ? 0 : Math.max(0, now - at) / 1000);
  return prometheusText([
    ...intentFamilies(gauges, counts, age),
    timeToPay(counts),
    ...operationFamilies(gauges, age),
    ...deliveryFamilies(gauges, counts, age),
    gauge(
      "payments_float_mismatches",
      "Currencies in which the float did not add up when it was last checked.",
      [{ value: floatMismatches }],
    ),
    gauge(
      "payments_sweep_last_run_timestamp_seconds",
      "When the sweep last counted events; 0 before its first run.",
      [{ value: (countedAt ?? 0) / 1000 }],
    ),
  ]);
}

type Age = (at: number | null) => number;

function intentFamilies(gauges: Gauges, { byType }: EventCounts, age: Age): Family[] {
  const { openIntents, awaitingApproval } = gauges;
  return [
    gauge("payments_intents_open", "Open payment intents, up to 10000.", [
      { labels: { status: "pending" }, value: Math.max(0, openIntents - awaitingApproval) },
      { labels: { status: "pending_approval" }, value: awaitingApproval },
    ]),
    gauge("payments_intents_overdue", "Open payment intents past their deadline, up to 10000.", [
      { value: gauges.overdueIntents },
    ]),
    gauge(
      "payments_intents_overdue_oldest_seconds",
      "How long the oldest of them has been past its deadline.",
      [{ value: age(gauges.oldestOverdueAt) }],
    ),
    counter(
      "payments_intents_total",
      "Payment intents by the status in which they ended.",
      FINAL_STATUSES.map((status) => ({
        labels: { status },
        value: byType[`payment.${status}`] ?? 0,
      })),
    ),
    counter("payments_approvals_requested_total", "Intents that were sent to a customer for approval.", [
      { value: byType["payment.approval_requested"] ?? 0 },
    ]),
    counter(
      "payments_refunds_total",
      "Refunds by what happened to them.",
      Object.entries({ requested: "pending", completed: "completed", failed: "failed" }).map(
        ([event, type]) => ({
          labels: { event },
          value: byType[`refund.${type}`] ?? 0,
        }),
      ),
    ),
  ];
}

function timeToPay({ paidWithin, timeToPayMs }: EventCounts): Family {
  let below = 0;
  const buckets = [...PAY_BOUNDS_SECONDS.map(String), "+Inf"].map((le, index): Sample => {
    below += paidWithin[index] ?? 0;
    return { suffix: "_bucket", labels: { le }, value: below };
  });
  return {
    name: "payments_time_to_pay_seconds",
    type: "histogram",
    help: "From the creation of a payment intent to its payment.",
    samples: [...buckets, { suffix: "_sum", value: timeToPayMs / 1000 }, { suffix: "_count", value: below }],
  };
}

function operationFamilies(gauges: Gauges, age: Age): Family[] {
  const refunds = { operation: "refund" };
  const payments = { operation: "payment" };
  const movements = { operation: "movement" };
  return [
    gauge(
      "payments_operations_unfinished",
      "Payments, refunds and movements without a result from the ledger, up to 10000.",
      [
        ...byAge(gauges.paymentsByAge, payments),
        ...byAge(gauges.refundsByAge, refunds),
        ...byAge(gauges.movementsByAge, movements),
      ],
    ),
    gauge("payments_operation_oldest_seconds", "How long the oldest of them has been unfinished.", [
      { labels: payments, value: age(gauges.oldestPaymentAt) },
      { labels: refunds, value: age(gauges.oldestRefundAt) },
    ]),
    gauge(
      "payments_objects_undrained",
      "Objects that cannot write their changes to D1 or a queue, up to 10000.",
      [...byAge(gauges.outboxesByAge, {})],
    ),
    gauge("payments_object_undrained_oldest_seconds", "How long the oldest of them has been undrained.", [
      { value: age(gauges.oldestOutboxAt) },
    ]),
  ];
}

function byAge(json: string, labels: Record<string, string>): Sample[] {
  const counts: number[] = JSON.parse(json);
  return AGES_SECONDS.map((seconds, index) => ({
    labels: { ...labels, older_than_seconds: String(seconds) },
    value: counts[index] ?? 0,
  }));
}

function deliveryFamilies(gauges: Gauges, { byDelivery }: EventCounts, age: Age): Family[] {
  return [
    counter(
      "payments_webhook_events_total",
      "Events by the state of their webhook about a minute later; none: no endpoint was subscribed.",
      DELIVERY_STATUSES.map((delivery) => ({ labels: { delivery }, value: byDelivery[delivery] ?? 0 })),
    ),
    gauge(
      "payments_webhook_deliveries",
      "Unfinished webhook deliveries, and those of the last seven days' events that have failed, each up to 10000.",
      [
        { labels: { state: "due" }, value: gauges.dueDeliveries },
        { labels: { state: "scheduled" }, value: gauges.retriedDeliveries },
        { labels: { state: "waiting" }, value: gauges.waitingDeliveries },
        { labels: { state: "failed" }, value: gauges.failedDeliveries },
      ],
    ),
    gauge("payments_webhook_due_oldest_seconds", "How long the oldest due delivery has been due.", [
      { value: age(gauges.oldestDueAt) },
    ]),
    gauge(
      "payments_webhook_addresses_degraded",
      "Hosts of merchants' webhooks that are only probed, up to 10000.",
      [{ value: gauges.degradedEndpoints }],
    ),
    gauge("payments_webhook_degraded_oldest_seconds", "How long the oldest of them has been degraded.", [
      { value: age(gauges.oldestDegradedAt) },
    ]),
    gauge("payments_bus_events_due", "Events that are due on the message bus and not sent, up to 10000.", [
      { value: gauges.unsentBusEvents },
    ]),
  ];
}

function gauge(name: string, help: string, samples: Sample[]): Family {
  return { name, type: "gauge", help, samples };
}

function counter(name: string, help: string, samples: Sample[]): Family {
  return { name, type: "counter", help, samples };
}
