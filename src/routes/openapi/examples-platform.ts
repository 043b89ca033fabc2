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
