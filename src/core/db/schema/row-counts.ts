import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The owner of a `merchants` count is a status; that of the others is whose rows are counted. */
export type CountedList = "merchants" | "public_merchants" | "counters" | "blocked_merchants";

/**
 * How many rows a list has, so that its `total` is read and not counted. Triggers keep it, in the transaction of whatever
 * changes the list: see migrations/.
 */
export const rowCounts = sqliteTable(
  "row_counts",
  {
    list: text().$type<CountedList>().notNull(),
    owner: text().notNull(),
    total: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.list, table.owner] })],
);
