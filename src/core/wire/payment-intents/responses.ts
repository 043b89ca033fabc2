import * as z from "zod/mini";
import {
  CancellationReason,
  Environment,
  EventType,
  PaymentIntentStatus,
  RefundStatus,
} from "#core/wire/shared/enums.ts";
import {
  always,
  integer,
  NextCursor,
  nullable,
  numberText,
  paging,
  responseOf,
  text,
  time,
  uuid,
} from "#core/wire/shared/envelope.ts";
import { LogoUrl } from "#core/wire/shared/logo.ts";
import { documented } from "#core/wire/shared/openapi-notes.ts";

const publicFields = {
  id: uuid(),
  number: numberText(),
  merchant_id: uuid(),
  merchant_name: z.string(),
  amount: documented(
    { description: "In major units: 12.5 is twelve dollars fifty.", format: "double" },
    z.number(),
  ),
  amount_minor: integer("The exact amount in the currency's smallest unit."),
  amount_decimal: text("The exact amount as decimal text."),
  currency: text("ISO 4217 code."),
  description: z.string(),
  status: PaymentIntentStatus,
  refund_status: nullable(RefundStatus, "Null when no refund was issued."),
  expires_at: time(),
  created_at: time(),
  updated_at: time(),
  completed_at: nullable(time()),
  cancelled_at: nullable(time()),
  environment: Environment,
};

const qrFields = {
  qr_code_url: nullable(
    z.string(),
    "The QR code as a PNG data URI, for an image's source; null unless `pending`.",
  ),
  qr_data: nullable(
    z.string(),
    "The QR code's content, JSON text of ASCII, at most 380 bytes: a longer `merchant_name` is cut in it and ends with `…`. Null unless `pending`.",
  ),
};

const refundText = (what: string) =>
  documented(`${what}, also one that failed. Left out where none was given.`, z.exactOptional(z.string()));

export const WebhookPaymentIntent = documented(
  "The payment intent, without QR code, `checkout_url` and `return_url`.",
  z.object({
    ...publicFields,
    target_wallet_id: nullable(uuid(), "Reverse QR: the wallet whose code was scanned."),
    completed_by: nullable(uuid(), "The wallet that paid; only when `completed`."),
    cancellation_reason: nullable(CancellationReason),
    refund_ledger_tx_id: nullable(z.string(), "The refund's reference at the ledger."),
    counter_id: nullable(uuid(), "The counter that created it."),
    reference: nullable(z.string(), "Your own order or invoice id."),
    callback_url: nullable(z.string()),
    callback_events: z.exactOptional(
      documented(
        "What `callback_url` takes; `payment.completed` alone where this is absent.",
        z.array(EventType),
      ),
    ),
    metadata: nullable(z.record(z.string(), z.unknown()), "As you sent it, byte for byte."),
    refund_reference: refundText("The `reference` of the last refund"),
    refund_reason: refundText("The `reason` of the last refund"),
  }),
);

export const PaymentIntent = z.extend(WebhookPaymentIntent, {
  checkout_url: documented(
    { description: "The page at which the customer pays.", format: "uri" },
    z.string(),
  ),
  return_url: nullable(z.string(), "Where the checkout page sends the customer."),
  ...qrFields,
});

const is_processing = documented(
  "True while a wallet is paying, and the ledger has not said yet whether it succeeds.",
  z.boolean(),
);

export const PublicPaymentIntent = z.object({
  ...publicFields,
  logo_url: LogoUrl,
  is_payable: documented(
    "False when the intent is no longer open, or its merchant takes no payments at the moment.",
    z.boolean(),
  ),
  is_processing,
  ...qrFields,
});

export const WalletPaymentIntent = z.object({
  ...publicFields,
  is_processing,
  completed_by: nullable(uuid(), "This wallet, if it was the one that paid."),
});

export const PaymentIntentEvent = z.object({
  id: uuid("Also the webhook-id of its webhook."),
  sequence: integer("1, 2, 3 per intent."),
  type: EventType,
  created_at: time(),
  actor: text("The user (`sub`), wallet or OAuth client that caused it, or the platform."),
  request_id: nullable(z.string(), "The request that caused it; null when no request did."),
});

export const PaymentIntentResponse = responseOf("The payment intent.", { payment_intent: PaymentIntent });
export const ResolvedPaymentIntentResponse = responseOf("The payment intent as it now stands.", {
  is_settled: documented(
    "False while the ledger has the transaction as pending: the service goes on asking.",
    z.boolean(),
  ),
  payment_intent: PaymentIntent,
});
export const PaymentIntentsResponse = responseOf("A page of payment intents.", {
  payment_intents: z.array(PaymentIntent),
  page: integer(),
  limit: integer(),
  next_cursor: NextCursor,
});
export const RefundResponse = responseOf("The refund is with the ledger.", {
  refund_initiated: always(true),
  message: z.string(),
  payment_intent: PaymentIntent,
});
export const PaymentIntentEventsResponse = responseOf("The intent's events, oldest first.", {
  created_by: nullable(z.string(), "A user (`sub`) or another maker by name; null when a client did."),
  events: z.array(PaymentIntentEvent),
});
export const PublicPaymentIntentResponse = responseOf("What anyone who holds the id may see.", {
  payment_intent: PublicPaymentIntent,
});
export const WalletPaymentIntentResponse = responseOf(
  "The payment intent as it now stands. The same wallet gets the same response again.",
  { payment_intent: WalletPaymentIntent },
);
export const PaymentProcessingResponse = responseOf(
  "The ledger has not responded yet. The payment is carried to its end without the caller.",
  { code: z.literal("payment_processing"), payment_intent: WalletPaymentIntent },
);
export const ApprovalsResponse = responseOf("What waits for this wallet, newest first.", {
  approvals: documented("Open intents.", z.array(WalletPaymentIntent)),
});

export const LedgerTransaction = z.object({
  transaction_id: uuid(),
  transaction_type: text("`payment`, `refund`, `adjustment`, or what else the ledger has."),
  status: text("`pending`, `completed` or `failed`."),
  amount: text("Decimal text."),
  currency: z.string(),
  from_account_id: uuid(),
  to_account_id: uuid(),
  description: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  created_at: time(),
  completed_at: nullable(time()),
});
export const TransactionsResponse = responseOf("A page of ledger transactions.", {
  merchant_id: uuid(),
  transactions: z.array(LedgerTransaction),
  ...paging,
});
