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
  /** As it was when the event happened, without its QR code. */
  payment_intent: Omit<PaymentIntent, "qr_code_url" | "qr_data">;
  reference: string | null;
  metadata: Record<string, unknown> | null;
  /** Counts 1, 2, 3 per intent: order by it. Gaps are normal. */
  sequence: number;
}

interface EventOf<Type extends EventType, Data> {
  /** The `webhook-id` header, the same on every attempt: remember it to ignore repeats. */
  id: string;
  type: Type;
  timestamp: string;
  data: Data;
}

/** A webhook's body, with its id. Types not listed here may come one day: answer them with 2xx and move on. */
export type WebhookEvent =
  | EventOf<Exclude<EventType, "refund.failed">, EventData>
  | EventOf<"refund.failed", EventData & { reason: string }>;

/** What happened to an intent, and by whom. */
export interface PaymentIntentEvent {
  /** Also the `webhook-id` of its webhook. */
  id: string;
  sequence: number;
  type: EventType;
  created_at: string;
  actor: string;
  request_id: string | null;
}

export interface PaymentIntentEventsResponse {
  success: true;
  /** Oldest first. */
  events: PaymentIntentEvent[];
}
