import { ListIntentsQuery } from "../../../wire/requests/list-intents.ts";
import { CreateIntentBody, ScanPaymentBody } from "../../../wire/requests/payment-intents.ts";
import { MessageResponse } from "../../../wire/responses/envelope.ts";
import {
  PaymentIntentEventsResponse,
  PaymentIntentResponse,
  PaymentIntentsResponse,
  RefundResponse,
} from "../../../wire/responses/payment-intents.ts";
import {
  CREATE_INTENT,
  INTENT_EVENT,
  PAID_INTENT,
  PENDING_INTENT,
  REFUNDING_INTENT,
  SCAN,
  SCANNED_INTENT,
} from "../examples.ts";
import type { Operation } from "../operation.ts";

const INTENTS = "/merchant/api/v1/payment-intents";
const AMOUNT_FAULT = { field: "amount", message: "must be at least 0.01" };

export const paymentIntentOperations: readonly Operation[] = [
  {
    method: "post",
    path: INTENTS,
    operationId: "createPaymentIntent",
    tag: "Payment intents",
    summary: "Create a payment intent",
    description: "The answer carries a QR code: show it, and the customer pays by scanning it.",
    access: "merchant_or_counter",
    headers: ["IdempotencyKey"],
    body: { schema: CreateIntentBody, examples: { order: CREATE_INTENT, smallest: { amount: 3 } } },
    responses: {
      201: {
        description: "The intent; under a key used before, the intent as it now stands.",
        schema: PaymentIntentResponse,
        examples: { pending: { payment_intent: PENDING_INTENT } },
        headers: ["Idempotent-Replayed"],
      },
    },
    refusals: ["merchant_not_active", "counter_not_active", "idempotency_key_reused"],
    fault: AMOUNT_FAULT,
  },
  {
    method: "post",
    path: "/merchant/api/v1/scan-payment",
    operationId: "scanPayment",
    tag: "Payment intents",
    summary: "Ask a customer whose QR code was scanned",
    description:
      "Reverse QR: the intent waits in `pending_approval` until the customer approves it in the wallet app. At most 5 may wait per merchant and customer.",
    access: "merchant",
    headers: ["IdempotencyKey"],
    body: { schema: ScanPaymentBody, examples: { order: SCAN } },
    responses: {
      201: {
        description: "The intent; under a key used before, the intent as it now stands.",
        schema: PaymentIntentResponse,
        examples: { pending_approval: { payment_intent: SCANNED_INTENT } },
        headers: ["Idempotent-Replayed"],
      },
    },
    refusals: ["merchant_not_active", "idempotency_key_reused", "too_many_approvals"],
    fault: { field: "counter_id", message: "must be an active counter of this merchant" },
  },
  {
    method: "get",
    path: INTENTS,
    operationId: "listPaymentIntents",
    tag: "Payment intents",
    summary: "List payment intents",
    description: "Newest first.",
    access: "merchant_or_counter",
    query: ListIntentsQuery,
    responses: {
      200: {
        description: "A page of intents.",
        schema: PaymentIntentsResponse,
        examples: { page: { payment_intents: [PAID_INTENT], page: 1, limit: 20, next_cursor: null } },
      },
    },
    fault: { field: "limit", message: "must be at most 100" },
  },
  {
    method: "get",
    path: `${INTENTS}/{intentID}`,
    operationId: "getPaymentIntent",
    tag: "Payment intents",
    summary: "Read a payment intent",
    description:
      "Webhooks tell you first. To poll, ask every 2 to 3 seconds with If-None-Match until it is no longer open.",
    access: "merchant_or_counter",
    headers: ["IfNoneMatch"],
    responses: {
      200: {
        description: "The intent.",
        schema: PaymentIntentResponse,
        examples: { completed: { payment_intent: PAID_INTENT } },
        headers: ["ETag"],
      },
      304: { description: "Nothing has changed since.", headers: ["ETag"] },
    },
    refusals: ["not_found"],
  },
  {
    method: "get",
    path: `${INTENTS}/{intentID}/events`,
    operationId: "listPaymentIntentEvents",
    tag: "Payment intents",
    summary: "List what happened to a payment intent",
    access: "merchant",
    responses: {
      200: {
        description: "Its events, oldest first.",
        schema: PaymentIntentEventsResponse,
        examples: { completed: { events: [INTENT_EVENT] } },
      },
    },
    refusals: ["not_found"],
  },
  {
    method: "post",
    path: `${INTENTS}/{intentID}/cancel`,
    operationId: "cancelPaymentIntent",
    tag: "Payment intents",
    summary: "Cancel a pending payment intent",
    access: "merchant_or_counter",
    responses: {
      200: {
        description: "It is cancelled.",
        schema: MessageResponse,
        examples: { cancelled: { message: "Payment intent cancelled" } },
      },
    },
    refusals: ["not_pending", "not_found", "counter_not_active"],
  },
  {
    method: "post",
    path: `${INTENTS}/{intentID}/refund`,
    operationId: "refundPaymentIntent",
    tag: "Payment intents",
    summary: "Refund a completed payment intent",
    description:
      "In full, and once. The money is back with the customer when `refund_status` is `completed`.",
    access: "merchant",
    headers: ["IdempotencyKey"],
    responses: {
      200: {
        description: "The refund is with the ledger.",
        schema: RefundResponse,
        examples: {
          pending: { refund_initiated: true, message: "Refund initiated", payment_intent: REFUNDING_INTENT },
        },
      },
    },
    refusals: [
      "not_completed",
      "not_found",
      "already_refunded",
      "no_wallet",
      "insufficient_merchant_funds",
      "account_not_found",
      "currency_mismatch",
    ],
    fault: { field: "Idempotency-Key", message: "must have 1 to 255 visible ASCII characters" },
  },
];
