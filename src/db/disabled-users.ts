import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { type NewAuditEntry, withAuditEntry } from "./audit-trail.ts";
import type { Database } from "./client.ts";
import { disabledUsers } from "./schema.ts";

interface DisabledUser {
  userId: string;
  merchantId: string;
  reason: string;
  disabledAt: number;
}

/** False when the user is disabled already: the first time and reason stay. */
export async function disableUser(
  db: Database,
  user: DisabledUser,
  entry: NewAuditEntry | null = null,
): Promise<boolean> {
  const { reason, disabledAt } = user;
  const insertion = db
    .insert(disabledUsers)
    .values(user)
    .onConflictDoUpdate({
      target: disabledUsers.userId,
      set: { reason, disabledAt, enabledAt: null },
      setWhere: isNotNull(disabledUsers.enabledAt),
    })
    .returning({ userId: disabledUsers.userId });
  const rows = await withAuditEntry(db, insertion, entry);
  return rows.length > 0;
}

/** False when the user is not disabled. */
export async function enableUser(
  db: Database,
  userId: string,
  now: number,
  entry: NewAuditEntry | null = null,
): Promise<boolean> {
  const update = db
    .update(disabledUsers)
    .set({ enabledAt: now })
    .where(and(eq(disabledUsers.userId, userId), isNull(disabledUsers.enabledAt)))
    .returning({ userId: disabledUsers.userId });
  const rows = await withAuditEntry(db, update, entry);
  return rows.length > 0;
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
