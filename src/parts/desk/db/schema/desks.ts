// The operator's cash desks, with what makes a tablet one of them. They concern no merchant.
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { cookieColumns } from "#core/db/schema/sessions.ts";
import type { Desk, DeskSession } from "../../domain/desk.ts";
import type { StoredShift } from "../../domain/shift.ts";

/** The operator's cash desks, with their limits. */
export const desks = sqliteTable("desks", {
  id: text().primaryKey(),
  name: text().notNull(),
  currency: text().notNull(),
  timeZone: text("time_zone").notNull().default("UTC"),
  status: text().$type<Desk["status"]>().notNull(),
  topUpMaxMinor: integer("top_up_max_minor").notNull(),
  topUpDayMinor: integer("top_up_day_minor").notNull(),
  payOutMaxMinor: integer("pay_out_max_minor").notNull(),
  payOutDayMinor: integer("pay_out_day_minor").notNull(),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
  clerks: text({ mode: "json" }).$type<readonly string[]>().notNull().default([]),
  limitsRollUntil: integer("limits_roll_until"),
} satisfies Record<keyof Desk, unknown>);

// A partial index has it: see payment-intents.ts.
export const IS_OPEN_SHIFT = sql`closed_at IS NULL`;

/** Shifts of desks: who stood there from when to when, and what cash was in the drawer. */
export const deskShifts = sqliteTable(
  "desk_shifts",
  {
    id: text().primaryKey(),
    deskId: text("desk_id").notNull(),
    clerk: text().notNull(),
    openingFloatMinor: integer("opening_float_minor").notNull(),
    openedAt: integer("opened_at").notNull(),
    closedAt: integer("closed_at"),
    countedMinor: integer("counted_minor"),
    topUpsMinor: integer("top_ups_minor"),
    payOutsMinor: integer("pay_outs_minor"),
  } satisfies Record<keyof StoredShift, unknown>,
  (table) => [
    uniqueIndex("desk_shifts_open").on(table.deskId).where(IS_OPEN_SHIFT),
    index("desk_shifts_by_desk").on(table.deskId, table.openedAt),
  ],
);

/** Codes that pair a tablet with a desk. A code that is used is deleted. */
export const deskPairings = sqliteTable(
  "desk_pairings",
  {
    /** SHA-256. */
    codeHash: text("code_hash").primaryKey(),
    deskId: text("desk_id").notNull(),
    expiresAt: integer("expires_at").notNull(),
    /** The `sub` of the administrator who has made the code. */
    createdBy: text("created_by").notNull(),
  },
  (table) => [index("desk_pairings_by_desk").on(table.deskId)],
);

/** Tablets that are paired with a desk: the sessions behind the cookie `__Host-desk`. */
export const deskSessions = sqliteTable(
  "desk_sessions",
  {
    ...cookieColumns(),
    deskId: text("desk_id").notNull(),
    pairedBy: text("paired_by").notNull(),
  } satisfies Record<keyof DeskSession, unknown>,
  (table) => [index("desk_sessions_by_desk").on(table.deskId)],
);
