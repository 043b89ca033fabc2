import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Session, SessionKind } from "../../domain/session.ts";

export const sessions = sqliteTable(
  "sessions",
  {
    idHash: text("id_hash").primaryKey(),
    id: text().notNull(),
    kind: text().$type<SessionKind>().notNull(),
    merchantId: text("merchant_id").notNull(),
    counterId: text("counter_id"),
    subject: text(),
    label: text().notNull(),
    tokens: text(),
    createdAt: integer("created_at").notNull(),
    lastUsedAt: integer("last_used_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    /** Until then, one request alone renews the tokens. */
    renewedUntil: integer("renewed_until"),
  } satisfies Record<keyof Session | "renewedUntil", unknown>,
  // Nothing in it changes when a session is used, so that noting the use writes one row.
  (table) => [index("sessions_by_merchant").on(table.merchantId, table.kind, table.counterId)],
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
    /** The `sub` of the user who has made the code; null in those that an earlier release has stored. */
    createdBy: text("created_by"),
  },
  (table) => [index("till_pairings_by_merchant").on(table.merchantId, table.expiresAt)],
);
