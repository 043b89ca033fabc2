import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { DeclineReason } from "#core/domain/ledger.ts";
import type { Movement, MovementKind, MovementStatus } from "../../domain/movement.ts";

// Partial indexes have it: see payment-intents.ts.
export const IS_UNDER_WAY = sql`status IN ('awaiting_approval', 'processing')`;
export const IS_ALERT_DUE = sql`is_alert_due = 1`;

/** Money between the float and an account. A row is there before the ledger is called. */
export const movements = sqliteTable(
  "movements",
  {
    id: text().primaryKey(),
    kind: text().$type<MovementKind>().notNull(),
    accountId: text("account_id").notNull(),
    direction: text().$type<Movement["direction"]>().notNull(),
    amountMinor: integer("amount_minor").notNull(),
    currency: text().notNull(),
    status: text().$type<MovementStatus>().notNull(),
    declineReason: text("decline_reason").$type<DeclineReason>(),
    ledgerTransactionId: text("transaction_id"),
    deskId: text("desk_id"),
    madeBy: text("made_by").notNull(),
    reason: text().notNull(),
    idempotencyKey: text("idempotency_key").notNull(),
    fingerprint: text().notNull(),
    createdAt: integer("created_at").notNull(),
    completedAt: integer("completed_at"),
    expiresAt: integer("expires_at"),
    isAlertDue: integer("is_alert_due", { mode: "boolean" }).notNull(),
    endingSince: integer("ending_since"),
    correctsId: text("corrects_id"),
  } satisfies Record<keyof Movement, unknown>,
  (table) => [
    uniqueIndex("movements_by_key").on(table.madeBy, table.idempotencyKey),
    index("movements_list").on(table.createdAt, table.id),
    // A desk's list, and what it has moved on a day; null for administrators.
    index("movements_by_desk").on(table.deskId, table.createdAt, table.id),
    index("movements_by_account").on(table.accountId, table.createdAt, table.id),
    // Few at any time, for the sweep.
    index("movements_under_way").on(table.createdAt, table.id).where(IS_UNDER_WAY),
    // Few top-ups are ever corrected.
    index("movements_by_corrected").on(table.correctsId).where(sql`corrects_id IS NOT NULL`),
    index("movements_alert_due").on(table.id).where(IS_ALERT_DUE),
  ],
);
