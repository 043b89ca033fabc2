// What the simulated service is configured with.
export const MASTER_KEY = "c2ltdWxhdGVkLW1hc3Rlci1rZXktb2YtMzItYnl0ZXM=";
const IDEMPOTENCY_KEY_SECRET = "c2ltdWxhdGVkLWlkZW1wb3RlbmN5LWtleS1zZWNyZXQ=";
const WALLET_ID_SECRET = "c2ltdWxhdGVkLXdhbGxldC1pZC1zZWNyZXQtMzIhISE=";
export const EVENTS_SECRET = "whsec_c2ltdWxhdGVkLWxlZGdlci1ldmVudHMtc2VjcmV0";
export const SERVICE_HOST = "payments.example";
export const LEDGER_HOST = "ledger.example";
export const PROVIDER_HOST = "identity.example";
export const PUSH_HOST = "push.example";
/** A pair. */
export const VAPID_PUBLIC_KEY =
  "BABLuhKkDYRFSJ8zle2uJrypToQaUhmguWqIK5A_5sT5z73Y87t8_CKY0B_y0W-IWjrYBTyqvb7LzrC9cY-kbag";
const VAPID_PRIVATE_KEY = "zslm-cyVoa2lEYVj9Vov2vRu7rOVTwrUYIMv9EEoQHc";

export const VARIABLES = {
  ENVIRONMENT: "sandbox",
  PUBLIC_URL: `https://${SERVICE_HOST}`,
  AUTH_URL: `https://${PROVIDER_HOST}`,
  LEDGER_URL: `https://${LEDGER_HOST}`,
  WEBHOOK_ALLOW_PRIVATE: "true",
  RATE_LIMITS: "off",
  DOH_URL: "",
  ADJUSTMENT_LIMITS: "USD:50/60",
  WALLET_EVENTS_URL: "",
  WALLET_APP_URL: "",
  MASTER_KEY,
  IDEMPOTENCY_KEY_SECRET,
  WALLET_ID_SECRET,
  ADMIN_CLIENT_ID: "platform-admin",
  ADMIN_CLIENT_SECRET: "simulated-admin-secret",
  AUTH_ADMIN_CLIENT_ID: "service",
  AUTH_ADMIN_CLIENT_SECRET: "simulated-provider-secret",
  LEDGER_TOKEN: "simulated-ledger-token",
  LEDGER_EVENTS_SECRET: EVENTS_SECRET,
  PUSH_SERVICES: PUSH_HOST,
  VAPID_PUBLIC_KEY,
  VAPID_PRIVATE_KEY,
  VAPID_SUBJECT: "mailto:operator@payments.example",
};

/** The variables of the ledger's own Worker. */
export const LEDGER_VARIABLES = {
  LEDGER_TOKEN: VARIABLES.LEDGER_TOKEN,
  LEDGER_EVENTS_SECRET: EVENTS_SECRET,
  REPORT_URL: `https://${SERVICE_HOST}/ledger/events`,
  SETTLES_REFUNDS: "later",
};

export const FORMANCE_VARIABLES = { LEDGER_KIND: "formance", LEDGER_URL: `https://${LEDGER_HOST}/v2/main` };

export const QUEUES = {
  WEBHOOKS: "webhooks",
  WEBHOOK_RETRIES: "webhook-retries",
  LEDGER_EVENTS: "ledger-events",
  WALLET_EVENTS: "wallet-events",
  PUSHES: "pushes",
};

/** None of them may be in the log. */
export const SECRETS = [
  "MASTER_KEY",
  "IDEMPOTENCY_KEY_SECRET",
  "WALLET_ID_SECRET",
  "LEDGER_TOKEN",
  "LEDGER_EVENTS_SECRET",
  "ADMIN_CLIENT_SECRET",
  "VAPID_PRIVATE_KEY",
] as const;
