export const EVENT_TYPES = [
  "payment.completed",
  "payment.cancelled",
  "payment.expired",
  "payment.approval_requested",
  "refund.pending",
  "refund.completed",
  "refund.failed",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** What an endpoint receives by default. It is no more than this, because a naive endpoint may take any POST for "paid". */
export const DEFAULT_EVENTS: readonly EventType[] = ["payment.completed"];

/** An event as it stays for ever in the history of its intent. */
export interface HistoryEvent {
  id: string;
  type: EventType;
  sequence: number;
  occurredAt: number;
  /** A user's subject, a customer's wallet, an OAuth client, or a part of the platform. */
  actor: string;
  requestId: string | null;
}

/** Something that happened to an intent. `sequence` counts 1, 2, 3 per intent. */
export interface IntentEvent {
  type: EventType;
  sequence: number;
  occurredAt: number;
  /** Why a refund failed; null for every other type. */
  reason: string | null;
}
