// The tables of a cell: see cell-database.ts. Its merchants and counters are copies of those it serves.
export { archivedIntents, archivedMerchants } from "./archive.ts";
export { auditEntries } from "./audit.ts";
export { counters } from "./counters.ts";
export { accountCopies, merchants } from "./merchants.ts";
export { cleanUps, operatorAlerts, sweepPositions, unfinishedWork } from "./operations.ts";
export { lateMovements, paymentIntents } from "./payment-intents.ts";
export { events, webhookEndpoints } from "./webhooks.ts";
