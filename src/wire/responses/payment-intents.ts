import * as z from "zod";
import { EVENT_TYPES } from "../../domain/events.ts";
import { INTENT_STATUSES, REFUND_STATUSES } from "../../domain/payment-intent.ts";
import { documented, named } from "../published.ts";
import { integer, nullable, responseOf, text, time, uuid } from "./envelope.ts";

const CANCELLATION_REASONS = ["requested_by_merchant", "rejected_by_customer"] as const;

const publicFields = {
  id: uuid(),
  merchant_id: uuid(),
  merchant_name: z.string(),
  amount: documented(
    { description: "In major units: 12.5 is twelve dollars fifty.", format: "double" },
    z.number(),
  ),
  amount_minor: integer("The same amount in the currency's smallest unit, exactly."),
  amount_decimal: text("The same amount as decimal text, exactly."),
  currency: text("ISO 4217 code."),
  description: z.string(),
  status: z.enum(INTENT_STATUSES),
  refund_status: nullable(
    z.enum(REFUND_STATUSES),
    "`pending` when the refund is with the ledger, `completed` when it has settled.",
  ),
  expires_at: time(),
  created_at: time(),
  updated_at: time(),
  completed_at: nullable(time()),
  cancelled_at: nullable(time()),
};

const qrFields = {
  qr_code_url: text("The QR code as a PNG data URI, for an image's source. Only while `pending`.").optional(),
  qr_data: text("The QR code's own text, JSON. Only while `pending`.").optional(),
};

export const PaymentIntent = named(
  "PaymentIntent",
  z.object({
    ...publicFields,
    ...qrFields,
    target_wallet_id: nullable(uuid(), "Reverse QR: the wallet whose code was scanned."),
    completed_by: nullable(uuid(), "The wallet that paid; only when `completed`."),
    cancellation_reason: nullable(z.enum(CANCELLATION_REASONS)),
    refund_ledger_tx_id: nullable(z.string(), "The refund's reference at the ledger."),
    counter_id: nullable(uuid(), "The counter that created it."),
    reference: nullable(z.string(), "Your own order or invoice id."),
    callback_url: nullable(documented({ format: "uri" }, z.string())),
    metadata: nullable(z.record(z.string(), z.unknown()), "As you sent it, byte for byte."),
  }),
);

/** For anyone who holds the id. */
export const PublicPaymentIntent = named("PublicPaymentIntent", z.object({ ...publicFields, ...qrFields }));

/** For the customer. */
export const WalletPaymentIntent = named(
  "WalletPaymentIntent",
  z.object({ ...publicFields, completed_by: nullable(uuid(), "This wallet, when it was itself that paid.") }),
);

export const EventType = z.enum(EVENT_TYPES);

export const PaymentIntentEvent = named(
  "PaymentIntentEvent",
  z.object({
    id: uuid("Also the webhook-id of its webhook."),
    sequence: integer("1, 2, 3 per intent."),
    type: EventType,
    created_at: time(),
    actor: text("The OAuth client that caused it, or a part of the platform."),
    request_id: nullable(z.string(), "The request that caused it; null when none did."),
  }),
);

export const PaymentIntentResponse = responseOf("PaymentIntentResponse", { payment_intent: PaymentIntent });
export const PaymentIntentsResponse = responseOf("PaymentIntentsResponse", {
  payment_intents: z.array(PaymentIntent),
  page: integer(),
  limit: integer(),
  next_cursor: nullable(z.string(), "Send it as `cursor` for the next page; null at the end."),
});
export const RefundResponse = responseOf("RefundResponse", {
  refund_initiated: z.literal(true),
  message: z.string(),
  payment_intent: PaymentIntent,
});
export const PaymentIntentEventsResponse = responseOf("PaymentIntentEventsResponse", {
  events: documented({ description: "Oldest first." }, z.array(PaymentIntentEvent)),
});
export const PublicPaymentIntentResponse = responseOf("PublicPaymentIntentResponse", {
  payment_intent: PublicPaymentIntent,
});
export const WalletPaymentIntentResponse = responseOf("WalletPaymentIntentResponse", {
  payment_intent: WalletPaymentIntent,
});
export const PaymentProcessingResponse = responseOf("PaymentProcessingResponse", {
  code: z.literal("payment_processing"),
  payment_intent: WalletPaymentIntent,
});
export const ApprovalsResponse = responseOf("ApprovalsResponse", {
  approvals: documented({ description: "Newest first." }, z.array(WalletPaymentIntent)),
});
