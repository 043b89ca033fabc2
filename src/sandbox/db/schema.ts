// What the sandbox's stand-ins for wallets and for merchants' endpoints have received, and what goes wrong there.
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { IntentFault } from "#sandbox/domain/cases.ts";
import type { PlaygroundFault } from "#sandbox/domain/playground.ts";

/** The events a wallet has received over the message bus, as CloudEvents. */
export const walletEvents = sqliteTable(
  "wallet_events",
  {
    walletId: text("wallet_id").notNull(),
    /** The time-ordered id of the CloudEvent. */
    id: text().notNull(),
    cloudEvent: text("cloud_event").notNull(),
  },
  (table) => [primaryKey({ columns: [table.walletId, table.id] })],
);

/** Which merchant created a wallet. A wallet that an administrator created has no row. */
export const sandboxWallets = sqliteTable("sandbox_wallets", {
  walletId: text("wallet_id").primaryKey(),
  merchantId: text("merchant_id").notNull(),
});

/** The money of a wallet that nobody has used yet: the ledger opens its account with the first transfer. */
export const sandboxGrants = sqliteTable(
  "sandbox_grants",
  {
    walletId: text("wallet_id").primaryKey(),
    currency: text().notNull(),
    balanceMinor: integer("balance_minor").notNull(),
    createdAt: integer("created_at").notNull(),
    /** When it goes, unless it has been used until then. */
    dueAt: integer("due_at").notNull(),
  },
  (table) => [index("sandbox_grants_due").on(table.dueAt)],
);

/** The faults that a merchant has switched on in the playground. */
export const sandboxFaults = sqliteTable(
  "sandbox_faults",
  {
    merchantId: text("merchant_id").notNull(),
    fault: text().$type<PlaygroundFault>().notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.fault] })],
);

/** The test case of a payment intent. It is in no export: the merchant's own header named it. */
export const sandboxCases = sqliteTable(
  "sandbox_cases",
  {
    merchantId: text("merchant_id").notNull(),
    intentId: text("intent_id").notNull(),
    fault: text().$type<IntentFault>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.intentId] })],
);

/** The webhooks that merchants have had sent to their inboxes. */
export const sandboxInbox = sqliteTable(
  "sandbox_inbox",
  {
    merchantId: text("merchant_id").notNull(),
    id: text().notNull(),
    receivedAt: integer("received_at").notNull(),
    headers: text({ mode: "json" }).$type<Record<string, string>>().notNull(),
    body: text().notNull(),
    responseStatus: integer("response_status"),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    index("sandbox_inbox_received").on(table.receivedAt),
  ],
);

/** The merchants that strangers have made for themselves: see services/sign-ups.ts. */
export const sandboxMerchants = sqliteTable(
  "sandbox_merchants",
  {
    merchantId: text("merchant_id").primaryKey(),
    /** Nobody can read from it whose address it was. It is null from the next day on. */
    addressHash: text("address_hash"),
    signedUpAt: integer("signed_up_at").notNull(),
    /** When the sweep looks at it: it goes unless it has been used, and once it is closed it is erased. */
    dueAt: integer("due_at").notNull(),
  },
  (table) => [
    index("sandbox_merchants_by_address").on(table.addressHash).where(sql`address_hash IS NOT NULL`),
    index("sandbox_merchants_by_day").on(table.signedUpAt),
    index("sandbox_merchants_due").on(table.dueAt),
  ],
);
