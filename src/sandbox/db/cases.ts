import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "#core/db/client.ts";
import { sandboxCases } from "./schema.ts";

type IntentCase = typeof sandboxCases.$inferSelect;

/** Stores it unless the intent has one. Returns whether it is the one that the intent has. */
export async function storeCase(db: Database, row: IntentCase): Promise<boolean> {
  const { merchantId, intentId } = sandboxCases;
  const [, [stored]] = await db.batch([
    db.insert(sandboxCases).values(row).onConflictDoNothing(),
    db
      .select()
      .from(sandboxCases)
      .where(and(eq(merchantId, row.merchantId), eq(intentId, row.intentId))),
  ]);
  return stored?.fault === row.fault;
}

export async function eraseCases(db: Database, merchantId: string, limit: number): Promise<number> {
  const { intentId, merchantId: owner } = sandboxCases;
  const some = db.select({ intentId }).from(sandboxCases).where(eq(owner, merchantId)).limit(limit);
  const erased = await db
    .delete(sandboxCases)
    .where(and(eq(owner, merchantId), inArray(intentId, some)))
    .returning({ intentId });
  return erased.length;
}
