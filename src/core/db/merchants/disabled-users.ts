import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { type NewAuditEntry, withAuditEntry } from "#core/db/audit/audit-trail.ts";
import type { Database } from "#core/db/client.ts";
import { insertTask } from "#core/db/identity-provider/provider-tasks.ts";
import { insertIf } from "#core/db/insert-if.ts";
import { disabledUsers } from "#core/db/schema/merchants.ts";
import { deletePairingsOfDisabled } from "#core/db/sessions/pairings.ts";
import type { ProviderTask } from "#core/domain/identity-provider/provider-task.ts";

type DisabledUser = typeof disabledUsers.$inferSelect;

/** Belongs in a batch: disables the user where the condition holds, also one who is disabled already. */
export function insertDisabledIf(db: Database, row: DisabledUser, condition: SQL) {
  const { reason, disabledAt } = row;
  return insertIf(db, disabledUsers, row, condition).onConflictDoUpdate({
    target: disabledUsers.userId,
    set: { reason, disabledAt, enabledAt: null },
  });
}

/**
 * Deletes the user's pairing codes, and stores the task that tells the provider. Returns false when the user is disabled already:
 * the first time and reason stay.
 */
export async function disableUser(
  db: Database,
  user: Omit<DisabledUser, "enabledAt">,
  access: ProviderTask,
  entry: NewAuditEntry | null = null,
): Promise<boolean> {
  const { userId, merchantId } = user;
  const isEnabled = sql`NOT EXISTS (SELECT 1 FROM disabled_users WHERE user_id = ${userId} AND enabled_at IS NULL)`;
  const insertion = insertDisabledIf(db, { ...user, enabledAt: null }, isEnabled).returning({
    userId: disabledUsers.userId,
  });
  const pairings = deletePairingsOfDisabled(db, merchantId, userId);
  return (await withAuditEntry(db, insertion, entry, insertTask(db, access), pairings)) !== null;
}

/** Stores the task that tells the provider as well. Returns false when the user is not disabled. */
export async function enableUser(
  db: Database,
  userId: string,
  { now, access }: { now: number; access: ProviderTask },
  entry: NewAuditEntry | null = null,
): Promise<boolean> {
  const update = db
    .update(disabledUsers)
    .set({ enabledAt: now })
    .where(and(eq(disabledUsers.userId, userId), isNull(disabledUsers.enabledAt)))
    .returning({ userId: disabledUsers.userId });
  return (await withAuditEntry(db, update, entry, insertTask(db, access))) !== null;
}

export async function isUserDisabled(db: Database, userId: string): Promise<boolean> {
  const isDisabled = and(eq(disabledUsers.userId, userId), isNull(disabledUsers.enabledAt));
  return (await db.select().from(disabledUsers).where(isDisabled).get()) !== undefined;
}

export async function listDisabledUserIds(db: Database, merchantId: string): Promise<string[]> {
  const rows = await db
    .select({ userId: disabledUsers.userId })
    .from(disabledUsers)
    .where(and(eq(disabledUsers.merchantId, merchantId), isNull(disabledUsers.enabledAt)));
  return rows.map(({ userId }) => userId);
}
