// The tables of a cell: see cell-database.ts. Its merchants and counters are copies of those it serves.
import { blob, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export { auditEntries } from "./audit.ts";
export { counters } from "./counters.ts";
export { accountCopies, merchants } from "./merchants.ts";
export { cleanUps, operatorAlerts, sweepPositions, unfinishedWork } from "./operations.ts";
export { lateMovements, paymentIntents } from "./payment-intents.ts";
export { sessions } from "./sessions.ts";
export { blockedMerchants, lastScanTokens, movedWallets, walletIntents } from "./wallet.ts";
export { events, webhookEndpoints } from "./webhooks.ts";

/** The 16 bytes of ids: see shards/keyed-ids-at-home.ts. Home has none. */
export const keyedIdsAtHome = sqliteTable("settled_ids", { id: blob().$type<unknown>().primaryKey() });

/** Where a wallet was asked, and the last deadline of its requests there: see wallet/wallet-shards.ts. Home has none. */
export const walletShards = sqliteTable(
  "wallet_places",
  {
    walletId: text("wallet_id").notNull(),
    place: text().notNull(),
    until: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.walletId, table.place] })],
);

/** When a wallet last blocked a merchant, kept for a while after the block has ended. Home has none. */
export const latestBlocks = sqliteTable(
  "latest_blocks",
  {
    walletId: text("wallet_id").notNull(),
    merchantId: text("merchant_id").notNull(),
    blockedAt: integer("blocked_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.walletId, table.merchantId] })],
);
