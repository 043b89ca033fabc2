// The operator's cash desks, with what makes a tablet one of them. They concern no merchant.
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { cookieColumns } from "#core/db/schema/sessions.ts";
import type { Desk, DeskSession } from "../../domain/desk.ts";

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
} satisfies Record<keyof Desk, unknown>);

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
