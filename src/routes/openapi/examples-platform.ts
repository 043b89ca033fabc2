export const MASTER_KEYS = [
  { id: "5f2c9a1e", status: "current", values: 418 },
  { id: "d07b34c8", status: "old", values: 3 },
];

/** Of a deployment whose last migration was forgotten. */
export const DEPLOYMENT = {
  environment: "live",
  time: "2026-09-01T08:30:00.000Z",
  variables: ["AUTH_URL", "ENVIRONMENT", "LEDGER_URL", "MASTER_KEY", "PUBLIC_URL"],
  bindings: ["DB", "LEDGER_EVENTS", "PAYMENT_INTENTS", "WEBHOOKS", "WEBHOOK_RETRIES"],
  migrations: { applied: 20, missing: ["0020_operator_alerts.sql"], unknown: [] },
  webhook_lookups: "ok",
};

/** Of a merchant with one payment; records are shortened. */
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
