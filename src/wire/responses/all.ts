// Every response by name. Routes refer to them by type only, so that response schemas stay out of the Worker.
export * from "./audit-trail.ts";
export * from "./counters.ts";
export * from "./deliveries.ts";
export * from "./enums.ts";
export * from "./envelope.ts";
export * from "./go-live.ts";
export * from "./ledger.ts";
export * from "./master-keys.ts";
export * from "./merchant-account.ts";
export * from "./merchants.ts";
export * from "./payment-intents.ts";
export * from "./reconciliation.ts";
export * from "./stage.ts";
export * from "./tills.ts";
export * from "./tokens.ts";
export * from "./wallet.ts";
export * from "./webhook-events.ts";
