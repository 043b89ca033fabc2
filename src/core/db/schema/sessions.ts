import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { CustomerSession } from "#core/domain/sessions/customer-session.ts";
import type { MerchantSessionKind, Session } from "#core/domain/sessions/session.ts";

export const cookieColumns = () => ({
  idHash: text("id_hash").primaryKey(),
  id: text().notNull(),
  label: text().notNull(),
  tokens: text(),
  createdAt: integer("created_at").notNull(),
  lastUsedAt: integer("last_used_at").notNull(),
  expiresAt: integer("expires_at").notNull(),
  /** Until then, one request alone renews the tokens. */
  renewedUntil: integer("renewed_until"),
});

const cookieTable = (name: string) => sqliteTable(name, cookieColumns());
/** A table that has these columns, and others. */
export type CookieTable = ReturnType<typeof cookieTable>;

/** Sessions of dashboard users and of tills, by `kind`: those behind the cookies `__Host-session` and `__Host-till`. */
export const sessions = sqliteTable(
  "sessions",
  {
    ...cookieColumns(),
    kind: text().$type<MerchantSessionKind>().notNull(),
    merchantId: text("merchant_id").notNull(),
    counterId: text("counter_id"),
    subject: text().notNull(),
  } satisfies Record<keyof Session, unknown>,
  // Nothing in it changes when a session is used, so that noting the use writes one row.
  (table) => [index("sessions_by_merchant").on(table.merchantId, table.kind, table.counterId)],
);

/** Sessions of customers: those behind the cookie `__Host-wallet`. */
export const customerSessions = sqliteTable(
  "customer_sessions",
  {
    ...cookieColumns(),
    walletId: text("wallet_id").notNull(),
    isClaimed: integer("is_claimed", { mode: "boolean" }).notNull(),
    device: text(),
  } satisfies Record<keyof CustomerSession, unknown>,
  // Nothing in these changes with use either. No session lasts longer than a time after it was created.
  (table) => [
    index("customer_sessions_by_wallet").on(table.walletId),
    index("customer_sessions_by_age").on(table.createdAt),
  ],
);

/** Customers to whom the service has given a wallet, because the provider names none. */
export const customerWallets = sqliteTable(
  "customer_wallets",
  {
    issuer: text().notNull(),
    subject: text().notNull(),
    walletId: text("wallet_id").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    index("customer_wallets_by_wallet").on(table.walletId),
  ],
);

/** Codes that pair a till with a counter. A code that is used is deleted. */
export const tillPairings = sqliteTable(
  "till_pairings",
  {
    /** SHA-256. */
    codeHash: text("code_hash").primaryKey(),
    merchantId: text("merchant_id").notNull(),
    counterId: text("counter_id").notNull(),
    expiresAt: integer("expires_at").notNull(),
    /** The `sub` of the user who has made the code. */
    createdBy: text("created_by").notNull(),
  },
  (table) => [index("till_pairings_by_merchant").on(table.merchantId, table.expiresAt)],
);
