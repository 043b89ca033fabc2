import type { PaymentIntent } from "./payment-intent.ts";

export type EventType =
  | "payment.completed"
  | "payment.cancelled"
  | "payment.expired"
  | "payment.approval_requested"
  | "refund.pending"
  | "refund.completed"
  | "refund.failed";

interface EventData {
  /** The intent as it was when the event happened, without its QR code. */
  payment_intent: Omit<PaymentIntent, "qr_code_url" | "qr_data">;
  reference: string | null;
  metadata: Record<string, unknown> | null;
  /** Grows with each event of the same intent, so events can be ordered by it. Gaps are normal. */
  sequence: number;
}

interface EventOf<Type extends EventType, Data> {
  /** The `webhook-id` header. It is the same on every attempt: remember it to ignore duplicates. */
  id: string;
  type: Type;
  timestamp: string;
  data: Data;
}

/** The body of a webhook, with its id. Types may be added: respond to unknown ones with 2xx and ignore them. */
export type WebhookEvent =
  | EventOf<Exclude<EventType, "refund.failed">, EventData>
  | EventOf<"refund.failed", EventData & { reason: string }>;

/** An entry in the history of an intent. */
export interface PaymentIntentEvent {
  /** The same as the `webhook-id` of its webhook. */
  id: string;
  sequence: number;
  type: EventType;
  created_at: string;
  /** Who caused the event. */
  actor: string;
  request_id: string | null;
}

export interface PaymentIntentEventsResponse {
  success: true;
  /** Oldest first. */
  events: PaymentIntentEvent[];
}
