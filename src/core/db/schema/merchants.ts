import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Merchant } from "#core/domain/merchants/merchant.ts";
import type { MerchantRole } from "#core/domain/merchants/merchant-user.ts";
import { webhookColumns } from "./webhooks.ts";

// The conditions of partial indexes: see schema/payment-intents.ts.
export const IS_PUBLIC = sql`is_listed = 1 AND status = 'active' AND suspended_at IS NULL`;
export const IS_SUSPENDED = sql`suspended_at IS NOT NULL`;
export const IS_STALE = sql`copied_version < version`;

/** Merchants, with their webhook and what an administrator has stopped. */
export const merchants = sqliteTable(
  "merchants",
  {
    id: text().primaryKey(),
    /** Lower case, so that an address registers only once. */
    email: text().notNull(),
    businessName: text("business_name").notNull(),
    /** IANA; whose days its totals are of. */
    timeZone: text("time_zone").notNull().default("UTC"),
    status: text().$type<Merchant["status"]>().notNull(),
    idpClientId: text("idp_client_id").notNull(),
    ...webhookColumns(),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
    suspendedAt: integer("suspended_at"),
    suspensionReason: text("suspension_reason"),
    refundsStoppedAt: integer("refunds_stopped_at"),
    refundsStopReason: text("refunds_stop_reason"),
    erasureRequestedAt: integer("erasure_requested_at"),
    erasedAt: integer("erased_at"),
    returnSchemes: text("return_schemes", { mode: "json" }).$type<string[]>().notNull().default([]),
    isListed: integer("is_listed", { mode: "boolean" }).notNull().default(true),
  },
  (table) => [
    uniqueIndex("merchants_email").on(table.email),
    index("merchants_by_status").on(table.status, table.createdAt, table.id),
    // It is not partial: such an index SQLite passes over for the one above, and reads those who are suspended.
    index("merchants_public").on(table.isListed, table.status, table.suspendedAt, table.createdAt, table.id),
    // Few are suspended: that a merchant is not is known without reading it.
    index("merchants_suspended").on(table.id).where(IS_SUSPENDED),
  ],
);

/** The copies of accounts in cells: see merchants/account-copies.ts. At home there is a row for each, in a cell for its own. */
export const accountCopies = sqliteTable(
  "account_copies",
  {
    merchantId: text("merchant_id").notNull(),
    cell: text().notNull(),
    /** Grows with each change of the account at home. */
    version: integer().notNull(),
    /** What the cell has; 0 before the first copy. */
    copiedVersion: integer("copied_version").notNull(),
    /** Home has the last version that ends the tills there, because a suspension began or ended, or the cell was restored. */
    tillsEndedVersion: integer("tills_ended_version").notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.cell] }),
    index("account_copies_stale").on(table.merchantId).where(IS_STALE),
  ],
);

/** Dashboard users who were disabled or removed. The row stays when one is enabled again: see domain/merchants/restrictions.ts. */
export const disabledUsers = sqliteTable(
  "disabled_users",
  {
    /** The `sub` of the user's tokens. */
    userId: text("user_id").primaryKey(),
    merchantId: text("merchant_id").notNull(),
    reason: text().notNull(),
    /** Tokens issued until then are refused for good. */
    disabledAt: integer("disabled_at").notNull(),
    enabledAt: integer("enabled_at"),
  },
  (table) => [index("disabled_users_by_merchant").on(table.merchantId)],
);

/** The roles of dashboard users. What a user without a row is, domain/merchants/merchant-user.ts says. */
export const merchantUsers = sqliteTable(
  "merchant_users",
  {
    merchantId: text("merchant_id").notNull(),
    /** The `sub` of the user's tokens. */
    subject: text().notNull(),
    email: text().notNull(),
    role: text().$type<MerchantRole>().notNull(),
    createdAt: integer("created_at").notNull(),
    /** When the last link to a first password ends. Null once the user has signed in to the dashboard. */
    invitedUntil: integer("invited_until"),
    /** When the invitation made way for a registration: the account is gone. */
    endedAt: integer("ended_at"),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.subject] })],
);

/** What counts towards the limits of domain/merchants/invitation-limits.ts. */
export const invitations = sqliteTable(
  "invitations",
  {
    id: text().notNull(),
    merchantId: text("merchant_id").notNull(),
    /** Nobody can read from it who was invited. */
    emailHash: text("email_hash").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.createdAt, table.id] }),
    index("invitations_by_email").on(table.emailHash, table.createdAt),
  ],
);
