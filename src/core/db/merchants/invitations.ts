import {
  and,
  type Column,
  desc,
  eq,
  gt,
  gte,
  isNotNull,
  isNull,
  lt,
  lte,
  notExists,
  type SQL,
  sql,
} from "drizzle-orm";
import { type NewAuditEntry, withAuditEntry } from "#core/db/audit/audit-trail.ts";
import type { Database } from "#core/db/client.ts";
import { beginUndoing, insertTask, insertTaskIfChanged } from "#core/db/identity-provider/provider-tasks.ts";
import { insertIf } from "#core/db/insert-if.ts";
import { providerTasks } from "#core/db/schema/identity-provider.ts";
import { disabledUsers, invitations, merchantUsers } from "#core/db/schema/merchants.ts";
import type { ProviderTask } from "#core/domain/identity-provider/provider-task.ts";
import { PER_EMAIL, PER_MERCHANT } from "#core/domain/merchants/invitation-limits.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { insertDisabledIf } from "./disabled-users.ts";
import { whereNotSuspended } from "./restrictions.ts";

/** Counts the invitation, and stores the task that undoes it unless it is settled. */
export async function beginInvitation(
  db: Database,
  task: ProviderTask,
  emailHash: string,
): Promise<Result<null, "merchant_suspended" | "too_many_invitations">> {
  const { id, merchantId, createdAt } = task;
  const limits = [
    { ...PER_MERCHANT, counted: eq(invitations.merchantId, merchantId) },
    { ...PER_EMAIL, counted: eq(invitations.emailHash, emailHash) },
  ] as const;
  /** Selects, of the invitations that fill the limit, the one whose age makes room again. */
  const blocking = ({ most, periodMs, counted }: (typeof limits)[number]) =>
    db
      .select({ freeAt: sql<number>`${invitations.createdAt} + ${periodMs}` })
      .from(invitations)
      .where(and(counted, gt(invitations.createdAt, createdAt - periodMs)))
      .orderBy(desc(invitations.createdAt))
      .limit(1)
      .offset(most - 1);
  const isAllowed = sql`${and(whereNotSuspended(merchantId), ...limits.map((limit) => notExists(blocking(limit))))}`;
  const [, begun, ...full] = await db.batch([
    insertIf(db, invitations, { id, merchantId, emailHash, createdAt }, isAllowed),
    insertTaskIfChanged(db, task).returning({ id: providerTasks.id }),
    blocking(limits[0]),
    blocking(limits[1]),
  ]);
  if (begun.length > 0) return ok(null);
  const freeAt = Math.max(...full.flat().map((row) => row.freeAt));
  return Number.isFinite(freeAt)
    ? { ...err("too_many_invitations"), retryAfterMs: freeAt - createdAt }
    : err("merchant_suspended");
}

interface InvitedUser {
  merchantId: string;
  subject: string;
}

/** Whether the user has never signed in, nor been disabled by an administrator. */
export async function isInvitationOpen(db: Database, user: InvitedUser): Promise<boolean> {
  const rows = db.select({ subject: merchantUsers.subject }).from(merchantUsers).where(whereOpen(user));
  return (await rows).length > 0;
}

function whereOpen({ merchantId, subject }: InvitedUser): SQL | undefined {
  return and(
    eq(merchantUsers.merchantId, merchantId),
    eq(merchantUsers.subject, subject),
    isNotNull(merchantUsers.invitedUntil),
    isNull(merchantUsers.endedAt),
    sql`NOT EXISTS (SELECT 1 FROM ${disabledUsers} WHERE user_id = ${subject} AND enabled_at IS NULL)`,
  );
}

/**
 * The row stays, so that the merchant's list says so. No token of the user is valid from here on, an invitation that is still
 * under way cannot be settled, and `removal` removes the account. False when the invitation is not open any more.
 */
export async function endInvitation(
  db: Database,
  user: InvitedUser,
  { now, removal }: { now: number; removal: ProviderTask },
  entry: NewAuditEntry | null,
): Promise<boolean> {
  const { merchantId, subject } = user;
  const ending = db
    .update(merchantUsers)
    .set({ endedAt: now })
    .where(whereOpen(user))
    .returning({ subject: merchantUsers.subject });
  const hasEnded = sql`EXISTS (SELECT 1 FROM merchant_users
    WHERE merchant_id = ${merchantId} AND subject = ${subject} AND ended_at = ${now})`;
  const disabled = {
    userId: subject,
    merchantId,
    reason: "The email was registered",
    disabledAt: now,
    enabledAt: null,
  };
  const isUnderWay = and(eq(providerTasks.kind, "invitation"), eq(providerTasks.userId, subject), hasEnded);
  const ended = await withAuditEntry(
    db,
    ending,
    entry,
    insertDisabledIf(db, disabled, hasEnded),
    insertTask(db, removal, hasEnded),
    beginUndoing(db, isUnderWay, now),
  );
  return ended !== null;
}

/** Forgets those of the merchants from `from` to before `to`. */
export async function forgetOldInvitations(
  db: Database,
  { from, to }: { from: string; to: string },
  { countedUntil, endedUntil }: { countedUntil: number; endedUntil: number },
): Promise<void> {
  const isAmong = (merchantId: Column) => and(gte(merchantId, from), lt(merchantId, to));
  const isOld = and(isAmong(invitations.merchantId), lte(invitations.createdAt, countedUntil));
  const hasEnded = and(isAmong(merchantUsers.merchantId), lte(merchantUsers.endedAt, endedUntil));
  await db.batch([db.delete(invitations).where(isOld), db.delete(merchantUsers).where(hasEnded)]);
}
