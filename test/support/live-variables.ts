/** What live needs besides the variables of the tests. */
export const LIVE_VARIABLES = {
  ENVIRONMENT: "live",
  PUBLIC_URL: "https://payments.test",
  DOH_URL: "https://resolver.test/dns-query",
  WEBHOOK_ALLOW_PRIVATE: "false",
  RATE_LIMITS: "on",
  AUTH_URL: "https://identity.test",
  LEDGER_URL: "https://ledger.test",
  AUTH_ADMIN_CLIENT_ID: "service",
  AUTH_ADMIN_CLIENT_SECRET: "service-secret",
};
