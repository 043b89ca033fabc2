import type { DeliveryDetail, DeliverySummary } from "#core/db/webhooks/delivery-log.ts";
import type { HistoryEvent } from "#core/domain/payment-intents/events.ts";
import {
  type EndpointHealth,
  isSuccess,
  type LoggedAttempt,
  type WebhookTest,
} from "#core/domain/webhooks/delivery.ts";
import { RawJson } from "#core/lib/raw-json.ts";
import { isoTime, isoTimeOrNull } from "#core/lib/time.ts";
import type { Wire, WithRaw } from "#core/wire/shared/wire-types.ts";

export function presentDelivery(delivery: DeliverySummary): Wire<"WebhookDelivery"> {
  return {
    id: delivery.id,
    type: delivery.type,
    payment_intent_id: delivery.intentId,
    sequence: delivery.sequence,
    status: delivery.status,
    attempts: delivery.attempts,
    endpoint: delivery.endpoint,
    counter_id: delivery.endpoint === "counter" ? delivery.counterId : null,
    url: delivery.url,
    waiting_for_endpoint: delivery.isWaiting === 1,
    next_attempt_at: isoTimeOrNull(delivery.nextAttemptAt),
    last_response_status: delivery.lastResponseStatus,
    last_error: delivery.lastError,
    created_at: isoTime(delivery.createdAt),
    delivered_at: isoTimeOrNull(delivery.deliveredAt),
  };
}

export function presentDeliveryDetail(
  delivery: DeliveryDetail,
): WithRaw<Wire<"WebhookDeliveryDetail">, "payload"> {
  return {
    ...presentDelivery(delivery),
    payload: delivery.payload === null ? null : new RawJson(delivery.payload),
    attempt_log: delivery.log.map(presentAttempt),
  };
}

export function presentAttempt(attempt: LoggedAttempt): Wire<"DeliveryAttempt"> {
  return {
    at: isoTime(attempt.at),
    url: attempt.url,
    status: attempt.status,
    duration_ms: attempt.durationMs,
    error: attempt.error,
    response: attempt.response,
    next_attempt_at: isoTimeOrNull(attempt.nextAttemptAt),
  };
}

export function presentHealth(health: EndpointHealth | null): Wire<"EndpointHealth"> | null {
  if (health === null) return null;
  const { failures, degradedSince, nextProbeAt } = health;
  return {
    status: degradedSince === null ? "healthy" : "degraded",
    consecutive_failures: failures,
    degraded_since: isoTimeOrNull(degradedSince),
    next_probe_at: degradedSince === null ? null : isoTimeOrNull(nextProbeAt),
  };
}

export function presentEvent(event: HistoryEvent): Wire<"PaymentIntentEvent"> {
  return {
    id: event.id,
    sequence: event.sequence,
    type: event.type,
    created_at: isoTime(event.occurredAt),
    actor: event.actor,
    request_id: event.requestId,
  };
}

export function presentWebhookTest(test: WebhookTest): Wire<"WebhookTestResponse">["test"] {
  const { url, outcome, signedContent, headers, body } = test;
  return {
    url,
    delivered: isSuccess(outcome.status),
    status: outcome.status,
    latency_ms: outcome.durationMs,
    error: outcome.error,
    response: outcome.response,
    signed_content: signedContent,
    headers,
    curl: curlLine(url, headers, body),
  };
}

/** Writes the request for a terminal. Receivers accept its timestamp for five minutes. */
function curlLine(url: string, headers: Record<string, string>, body: string): string {
  const flags = Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`);
  return ["curl", "-i", "-X POST", quote(url), ...flags, `--data-raw ${quote(body)}`].join(" ");
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
