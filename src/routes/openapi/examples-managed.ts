// Examples of what is managed in a merchant's dashboard and by the platform's administrators.
import { presentGoLive } from "../../wire/merchants/present-go-live.ts";

export const SETTINGS = { time_zone: "Europe/Berlin" };
export const USER = {
  id: "0d9c3a57-6c2e-4f1b-9a84-2b7e5d1c8f36",
  email: "ada@bean-and-leaf.example",
  role: "staff",
  is_enabled: true,
  created_at: "2026-09-01T08:30:00.000Z",
  invited_until: null,
  invitation_ended_at: null,
};

const SUMS = {
  currency: "EUR",
  paid: { count: 12, amount_minor: 15000, amount_decimal: "150.00" },
  refunded: { count: 1, amount_minor: 1250, amount_decimal: "12.50" },
  net: { amount_minor: 13750, amount_decimal: "137.50" },
};
export const TOTALS = {
  from: "2026-09-01",
  to: "2026-09-01",
  time_zone: SETTINGS.time_zone,
  totals: [SUMS],
  counters: [{ counter_id: null, ...SUMS }],
};

export const PAYMENTS_CSV =
  "date,date_time,type,payment_intent_id,reference,description,counter,counter_id,currency,amount,transaction_id\r\n" +
  "2026-09-01,2026-09-01T10:31:12+02:00,payment,018f2f6e-6c1a-7d3e-9b1c-5a4d2e8f7c60,order-1042,Two flat whites,,,EUR,12.50,tx-81\r\n" +
  "2026-09-01,2026-09-01T11:02:47+02:00,refund,018f2f6e-6c1a-7d3e-9b1c-5a4d2e8f7c60,order-1042,Two flat whites,,,EUR,-12.50,tx-94\r\n";

/** This merchant has taken its first payment. */
export const GO_LIVE = presentGoLive({
  merchantId: "6f1d2c3b-4a59-4e68-8f70-91a2b3c4d5e6",
  merchantStatus: "active",
  environment: "sandbox",
  evidence: {
    payment_completed: {
      at: Date.parse("2026-09-01T09:00:00Z"),
      intentId: "0199031c-5b2e-7d41-8c0f-3a6b9d2e1f47",
      eventId: null,
    },
    webhook_delivered: null,
    webhook_retried: null,
    refund_settled: null,
  },
});

export const MASTER_KEYS = [
  { id: "5f2c9a1e", status: "current", values: 418 },
  { id: "d07b34c8", status: "old", values: 3 },
];

/** The last migration of this deployment was forgotten. */
export const DEPLOYMENT = {
  environment: "live",
  time: "2026-09-01T08:30:00.000Z",
  variables: ["AUTH_URL", "ENVIRONMENT", "LEDGER_URL", "MASTER_KEY", "PUBLIC_URL"],
  bindings: ["DB", "LEDGER_EVENTS", "PAYMENT_INTENTS", "WALLETS", "WEBHOOKS", "WEBHOOK_RETRIES"],
  migrations: { applied: 20, missing: ["0020_operator_alerts.sql"], unknown: [] },
  webhook_lookups: "ok",
};

/** This merchant has one payment; its records are shortened. */
export const MERCHANT_EXPORT = [
  {
    type: "header",
    format: 1,
    merchant_id: "4c9a1f6e-2b7d-4e83-9a50-6d1f8b3c7e24",
    started_at: "2026-09-01T12:00:00.000Z",
  },
  { type: "merchant", data: { id: "4c9a1f6e-2b7d-4e83-9a50-6d1f8b3c7e24", business_name: "Bean & Leaf" } },
  {
    type: "payment_intent",
    data: { id: "0199c0de-7a2b-7c3d-9e4f-5a6b7c8d9e0f", amount_minor: 1250, status: "completed" },
  },
  {
    type: "end",
    counts: { merchant: 1, payment_intent: 1 },
    totals: [
      {
        currency: "USD",
        paid: { count: 1, amount_minor: 1250, amount_decimal: "12.50" },
        refunded: { count: 0, amount_minor: 0, amount_decimal: "0.00" },
        net: { amount_minor: 1250, amount_decimal: "12.50" },
      },
    ],
    next_cursor: null,
  },
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join("");

export const PUSH_PUBLIC_KEY =
  "BABLuhKkDYRFSJ8zle2uJrypToQaUhmguWqIK5A_5sT5z73Y87t8_CKY0B_y0W-IWjrYBTyqvb7LzrC9cY-kbag";

const pushSubscription = {
  endpoint: "https://push.example.net/send/f1x8kPqW3zE",
  keys: {
    p256dh: "BLlajaXRQ5DzcT4-E86v7uXyVMnqHlDvGlGipocTC7qCV8cC5YoDQqX-cIoKX8L_hfQG0uW6Xc8lNg54viZM6v8",
    auth: "c2l4dGVlbiBieXRlcyEhIQ",
  },
};

export const PUSH_REQUESTS = {
  SubscribePush: { browser: pushSubscription },
  UnsubscribePush: { browser: { endpoint: pushSubscription.endpoint } },
};
