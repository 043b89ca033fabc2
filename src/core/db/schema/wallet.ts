import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Merchants that may not request payments from this wallet: here, or in the wallet's cell. */
export const blockedMerchants = sqliteTable(
  "blocked_merchants",
  {
    walletId: text("wallet_id").notNull(),
    merchantId: text("merchant_id").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.walletId, table.merchantId] }),
    index("blocked_merchants_list").on(table.walletId, table.createdAt, table.merchantId),
  ],
);

/** Wallets whose blocks are in their cells. At home, they may not change any more: see wallet/wallet-cell.ts. */
export const movedWallets = sqliteTable("moved_wallets", { walletId: text("wallet_id").primaryKey() });

/** The newest of a wallet's scan tokens that has been used, and by whom. Older ones can no longer be used. */
export const lastScanTokens = sqliteTable("last_scan_tokens", {
  walletId: text("wallet_id").primaryKey(),
  tokenId: text("token_id").notNull(),
  merchantId: text("merchant_id").notNull(),
});

/** What customers want to be called at cash desks. No shop is told. Always at home. */
export const walletNames = sqliteTable("wallet_names", {
  walletId: text("wallet_id").primaryKey(),
  name: text().notNull(),
  changedAt: integer("changed_at").notNull(),
});

/** Wallets that may have a socket until then. */
export const liveWallets = sqliteTable("live_wallets", {
  walletId: text("wallet_id").primaryKey(),
  until: integer().notNull(),
});

/**
 * The intents of a wallet that nothing else finds: requests for approval that ended unpaid, from triggers on payment_intents
 * (see migrations), and those that it could not pay at once. What it has paid is found at the ledger.
 */
export const walletIntents = sqliteTable(
  "wallet_intents",
  {
    walletId: text("wallet_id").notNull(),
    intentId: text("intent_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.walletId, table.intentId] })],
);

/** Partial indexes have it: see payment-intents.ts. */
export const IS_HELD = sql`held_since IS NOT NULL`;

/** Wallets that their customer or an administrator has stopped, at any time. */
export const stoppedWallets = sqliteTable(
  "stopped_wallets",
  {
    walletId: text("wallet_id").primaryKey(),
    /** What was issued until then is refused for good. */
    stoppedBefore: integer("stopped_before").notNull(),
    /** An administrator has stopped it, and not released it; null otherwise. */
    heldSince: integer("held_since"),
    /** The administrator's last one; null for a customer's own stop. */
    reason: text(),
  },
  (table) => [
    index("stopped_wallets_before").on(table.stoppedBefore),
    index("stopped_wallets_held").on(table.walletId).where(IS_HELD),
  ],
);

/** Browsers that are told of this wallet's requests by push. */
export const pushSubscriptions = sqliteTable(
  "push_subscriptions",
  {
    /** SHA-256. */
    endpointHash: text("endpoint_hash").primaryKey(),
    walletId: text("wallet_id").notNull(),
    /** Sealed PushSubscription: whoever knows its endpoint can push to it. */
    subscription: text().notNull(),
    createdAt: integer("created_at").notNull(),
    /** It ends with this session; null for an app, which has made it with a token. */
    sessionIdHash: text("session_id_hash"),
  },
  (table) => [index("push_subscriptions_by_wallet").on(table.walletId, table.createdAt)],
);
