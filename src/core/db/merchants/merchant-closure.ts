import { and, eq, isNull, ne, or, sql } from "drizzle-orm";
import { insertIfChanged, type NewAuditEntry } from "#core/db/audit/audit-trail.ts";
import type { Database } from "#core/db/client.ts";
import {
  insertClientRemovals,
  insertTask,
  undoUnsettled,
} from "#core/db/identity-provider/provider-tasks.ts";
import { counters, IS_ACTIVE } from "#core/db/schema/counters.ts";
import { merchants } from "#core/db/schema/merchants.ts";
import type { ProviderTask } from "#core/domain/identity-provider/provider-task.ts";

/**
 * Suspends the merchant as well and deactivates its counters, with the tasks that tell the provider; what is being made of it
 * is undone. Returns the tasks that remove the counters' clients, or null for a merchant that is closed and
 * suspended already: its first reason stays.
 */
export async function markClosed(
  db: Database,
  merchantId: string,
  { reason, now, access }: { reason: string; now: number; access: ProviderTask },
  entry: NewAuditEntry | null = null,
): Promise<ProviderTask[] | null> {
  const isActive = and(eq(counters.merchantId, merchantId), IS_ACTIVE);
  const isOtherwise = or(ne(merchants.status, "closed"), isNull(merchants.suspendedAt));
  const closing = db
    .update(merchants)
    .set({
      status: "closed",
      suspendedAt: sql`coalesce(${merchants.suspendedAt}, ${now})`,
      suspensionReason: reason,
      updatedAt: now,
    })
    .where(and(eq(merchants.id, merchantId), isOtherwise))
    .returning({ id: merchants.id });
  const [, removals, , , closed] = await db.batch([
    undoUnsettled(db, merchantId, now),
    insertClientRemovals(db, isActive, now),
    db.update(counters).set({ status: "inactive", updatedAt: now }).where(isActive),
    insertTask(db, access),
    closing,
    ...insertIfChanged(db, entry),
  ]);
  return closed.length > 0 ? removals : null;
}
