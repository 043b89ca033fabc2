import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import { type CountedList, rowCounts } from "./schema/row-counts.ts";

/** For a batch: how many rows these owners have in the list. */
export function selectTotal(db: Database, list: CountedList, owners: readonly string[]) {
  return db
    .select({ total: sql<number>`coalesce(sum(${rowCounts.total}), 0)` })
    .from(rowCounts)
    .where(and(eq(rowCounts.list, list), inArray(rowCounts.owner, [...owners])));
}
