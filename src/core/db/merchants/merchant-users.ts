// Roles of a merchant's dashboard users. Rows of users who have none are added before one of them is changed: the statement
// that changes it then sees every owner.
import { and, eq, inArray, isNull, ne, type SQL, sql } from "drizzle-orm";
import { insertIfChanged, type NewAuditEntry, withAuditEntry } from "#core/db/audit/audit-trail.ts";
import type { Database } from "#core/db/client.ts";
import { insertTaskIfChanged, settleTask, setUser } from "#core/db/identity-provider/provider-tasks.ts";
import { insertIf } from "#core/db/insert-if.ts";
import { providerTasks } from "#core/db/schema/identity-provider.ts";
import { disabledUsers, merchants, merchantUsers } from "#core/db/schema/merchants.ts";
import { deletePairingsOfDisabled } from "#core/db/sessions/pairings.ts";
import type { UserTraces } from "#core/domain/identity-provider/abandoned-user.ts";
import type { ProviderTask } from "#core/domain/identity-provider/provider-task.ts";
import type { MerchantRole } from "#core/domain/merchants/merchant-user.ts";
import type { ExistingUser } from "#core/domain/ports/identity-provider.ts";
import { insertDisabledIf } from "./disabled-users.ts";

export type MerchantUserRow = typeof merchantUsers.$inferSelect;
export type OwnerRow = Omit<MerchantUserRow, "role" | "endedAt">;
type UserKey = Pick<MerchantUserRow, "merchantId" | "subject">;

export function listRoles(db: Database, merchantId: string): Promise<MerchantUserRow[]> {
  return db.select().from(merchantUsers).where(eq(merchantUsers.merchantId, merchantId));
}

/** Inserts one for an invitation. Returns false when that is being undone. */
export async function insertInvitedUser(
  db: Database,
  taskId: string,
  user: MerchantUserRow,
  entry: NewAuditEntry | null = null,
): Promise<boolean> {
  const inserted = insertIf(db, merchantUsers, user, sql`changes() > 0`).returning({
    id: merchantUsers.subject,
  });
  const entries = insertIfChanged(db, entry);
  const [, rows] = await db.batch([setUser(db, taskId, user.subject), inserted, ...entries]);
  return rows.length > 0;
}

/** Returns false when the invitation is being undone. */
export function settleInvitation(db: Database, taskId: string, user: UserKey): Promise<boolean> {
  return settleTask(db, taskId, null, { table: merchantUsers, row: whereUser(user) });
}

export async function deleteMerchantUser(db: Database, user: UserKey): Promise<void> {
  await db.delete(merchantUsers).where(whereUser(user));
}

/** Nothing happens to a user without a row. */
export async function changeUserEmail(
  db: Database,
  merchantId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await db
    .update(merchantUsers)
    .set({ email: to })
    .where(and(eq(merchantUsers.merchantId, merchantId), eq(merchantUsers.email, from)));
}

/** Returns null for a user without a row. */
export async function findSubject(db: Database, merchantId: string, email: string): Promise<string | null> {
  const { merchantId: merchant, email: address, endedAt } = merchantUsers;
  const isUsers = and(eq(merchant, merchantId), eq(address, email), isNull(endedAt));
  return (await db.select().from(merchantUsers).where(isUsers).get())?.subject ?? null;
}

/** Belongs in a batch: gives the owner a row where the condition holds. One that is there notes the link alone. */
export function insertOwnerIf(db: Database, owner: OwnerRow, condition: SQL) {
  const row: MerchantUserRow = { ...owner, role: "owner", endedAt: null };
  return insertIf(db, merchantUsers, row, condition).onConflictDoUpdate({
    target: [merchantUsers.merchantId, merchantUsers.subject],
    set: { invitedUntil: owner.invitedUntil },
  });
}

/** Gives a row to the one user who has the email, and forgets another who had it. */
export async function replaceOwner(db: Database, owner: OwnerRow): Promise<void> {
  const { merchantId, subject, email } = owner;
  const hadEmail = and(eq(merchantUsers.email, email), ne(merchantUsers.subject, subject));
  await db.batch([
    db.delete(merchantUsers).where(and(eq(merchantUsers.merchantId, merchantId), hadEmail)),
    insertOwnerIf(db, owner, sql`TRUE`),
  ]);
}

/** Gives a row to a user who has none. */
export async function addUser(
  db: Database,
  user: Omit<MerchantUserRow, "invitedUntil" | "endedAt">,
): Promise<void> {
  await db.insert(merchantUsers).values(user).onConflictDoNothing();
}

/** Returns false when nobody else is an owner. */
export async function changeRole(
  db: Database,
  user: UserKey,
  role: MerchantRole,
  entry: NewAuditEntry | null = null,
): Promise<boolean> {
  const change = db
    .update(merchantUsers)
    .set({ role })
    .where(and(whereUser(user), role === "owner" ? undefined : whereNotLastOwner(user)))
    .returning({ subject: merchantUsers.subject });
  return (await withAuditEntry(db, change, entry)) !== null;
}

/**
 * Ends the user's tokens and pairing codes and forgets the role, with the task that removes the user at the provider. False
 * when nobody else is an owner. Safe to repeat.
 */
export async function endMerchantUser(
  db: Database,
  user: UserKey,
  { reason, now, removal }: { reason: string; now: number; removal: ProviderTask },
  entry: NewAuditEntry | null = null,
): Promise<boolean> {
  const { merchantId, subject: userId } = user;
  const disabled = { userId, merchantId, reason, disabledAt: now, enabledAt: null };
  const ending = insertDisabledIf(db, disabled, whereNotLastOwner(user)).returning({
    userId: disabledUsers.userId,
  });
  const pairings = deletePairingsOfDisabled(db, merchantId, userId);
  const ended = await withAuditEntry(db, ending, entry, insertTaskIfChanged(db, removal), pairings);
  if (ended !== null) await deleteMerchantUser(db, user);
  return ended !== null;
}

function whereUser({ merchantId, subject }: UserKey): SQL | undefined {
  return and(eq(merchantUsers.merchantId, merchantId), eq(merchantUsers.subject, subject));
}

/** The user is of the staff, or another owner is not disabled. */
function whereNotLastOwner({ merchantId, subject }: UserKey): SQL {
  return sql`EXISTS (
    SELECT 1 FROM merchant_users other LEFT JOIN disabled_users ON user_id = other.subject AND enabled_at IS NULL
    WHERE other.merchant_id = ${merchantId}
      AND (CASE WHEN other.subject = ${subject} THEN other.role = 'staff' ELSE other.role = 'owner' AND user_id IS NULL END))`;
}

export async function readUserTraces(
  db: Database,
  email: string,
  { id: userId, merchantIds }: ExistingUser,
): Promise<UserTraces> {
  const hasRole = and(inArray(merchantUsers.merchantId, [...merchantIds]), eq(merchantUsers.subject, userId));
  const [tasks, roles, owned] = await db.batch([
    db
      .select()
      .from(providerTasks)
      .where(inArray(providerTasks.subject, [email, userId])),
    db.select({ id: merchantUsers.merchantId }).from(merchantUsers).where(hasRole),
    db.select({ id: merchants.id }).from(merchants).where(eq(merchants.email, email)),
  ]);
  return {
    email,
    tasks,
    roleMerchantIds: roles.map(({ id }) => id),
    ownMerchantIds: owned.map(({ id }) => id),
  };
}
