// What objects have reported that they cannot finish.
import { and, desc, eq, lte, ne } from "drizzle-orm";
import type { Shard } from "#core/db/client.ts";
import { unfinishedWork } from "#core/db/schema/operations.ts";
import type { UnfinishedWork } from "#core/domain/payment-intents/payment-intent.ts";

/** The latest that objects have reported before then. */
export function listReportedIntents(db: Shard, work: UnfinishedWork, before: number, limit: number) {
  const { since, intentId: id } = unfinishedWork;
  return db
    .select({ id })
    .from(unfinishedWork)
    .where(and(eq(unfinishedWork.work, work), lte(since, before)))
    .orderBy(desc(since), desc(id))
    .limit(limit);
}

/** Writes nothing, and returns false, when the same work is reported already. */
export async function reportUnfinishedWork(
  db: Shard,
  intent: { id: string; merchantId: string },
  work: UnfinishedWork,
  since: number,
): Promise<boolean> {
  const row = { intentId: intent.id, merchantId: intent.merchantId, work, since };
  const written = await db
    .insert(unfinishedWork)
    .values(row)
    .onConflictDoUpdate({
      target: unfinishedWork.intentId,
      set: { work },
      setWhere: ne(unfinishedWork.work, work),
    })
    .returning({ intentId: unfinishedWork.intentId });
  return written.length > 0;
}

export async function withdrawUnfinishedWork(db: Shard, intentId: string): Promise<void> {
  await db.delete(unfinishedWork).where(eq(unfinishedWork.intentId, intentId));
}
