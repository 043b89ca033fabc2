import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { StickerCode } from "../../domain/sticker-code.ts";

// Partial indexes have it: see payment-intents.ts of the core.
export const IS_NOT_REVOKED = sql`revoked_at IS NULL`;

/** Printed codes of counters. One that is revoked is kept, so that its page says so. */
export const stickerCodes = sqliteTable(
  "sticker_codes",
  {
    id: text().primaryKey(),
    merchantId: text("merchant_id").notNull(),
    counterId: text("counter_id").notNull(),
    label: text(),
    amountMinor: integer("amount_minor"),
    amountMinMinor: integer("amount_min_minor"),
    amountMaxMinor: integer("amount_max_minor"),
    currency: text().notNull(),
    createdAt: integer("created_at").notNull(),
    createdBy: text("created_by").notNull(),
    revokedAt: integer("revoked_at"),
    minuteEndsAt: integer("minute_ends_at").notNull(),
    begunPayments: integer("begun_payments").notNull(),
  } satisfies Record<keyof StickerCode, unknown>,
  (table) => [
    index("sticker_codes_by_counter")
      .on(table.merchantId, table.counterId, table.createdAt, table.id)
      .where(IS_NOT_REVOKED),
    // The export reads those that are revoked as well.
    index("sticker_codes_by_merchant").on(table.merchantId, table.createdAt, table.id),
  ],
);
