import { and, asc, eq, gte, isNotNull, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { type NewAuditEntry, withAuditEntry } from "#core/db/audit/audit-trail.ts";
import type { Database, Shard } from "#core/db/client.ts";
import {
  beginUndoing,
  insertTask,
  insertTaskIfChanged,
  settleTask,
  undoUnsettled,
} from "#core/db/identity-provider/provider-tasks.ts";
import { providerTasks } from "#core/db/schema/identity-provider.ts";
import { merchants } from "#core/db/schema/merchants.ts";
import { endTills } from "#core/db/sessions/sessions.ts";
import { IN_FLIGHT_MS, type ProviderTask } from "#core/domain/identity-provider/provider-task.ts";
import type { Merchant, MerchantErasure, MerchantStops } from "#core/domain/merchants/merchant.ts";
import { insertOwnerIf, type OwnerRow } from "./merchant-users.ts";

export type NewMerchant = Omit<
  Merchant,
  | "timeZone"
  | "returnSchemes"
  | "previousWebhookSecret"
  | "previousSecretExpiresAt"
  | keyof (MerchantStops & MerchantErasure)
>;

/**
 * Stores the task that undoes the registration unless it is settled. An earlier registration of the email that no request is
 * at work on any more gives way. Returns false when the email address is taken.
 */
export async function beginRegistration(
  db: Database,
  merchant: NewMerchant,
  task: ProviderTask,
): Promise<boolean> {
  const { email, createdAt: now } = merchant;
  const isAbandoned = and(
    eq(providerTasks.subject, email),
    eq(providerTasks.kind, "registration"),
    lt(providerTasks.createdAt, now - IN_FLIGHT_MS),
  );
  const undone = sql`(SELECT id FROM provider_tasks WHERE subject = ${email} AND kind = 'registration' AND attempts > 0)`;
  const [, , inserted] = await db.batch([
    beginUndoing(db, isAbandoned, now),
    db.delete(merchants).where(and(eq(merchants.email, email), sql`${merchants.id} IN ${undone}`)),
    db
      .insert(merchants)
      .values(merchant)
      .onConflictDoNothing({ target: merchants.email })
      .returning({ id: merchants.id }),
    insertTaskIfChanged(db, task),
  ]);
  return inserted.length > 0;
}

/** `status`: what the merchant then has. Returns false when the registration is being undone. */
export function settleRegistration(
  db: Database,
  { merchantId, owner, status }: { merchantId: string; owner: OwnerRow | null; status: Merchant["status"] },
  entry: NewAuditEntry | null,
): Promise<boolean> {
  const isOpen = sql`EXISTS (SELECT 1 FROM provider_tasks WHERE id = ${merchantId} AND attempts = 0)`;
  const row = eq(merchants.id, merchantId);
  const changes = [
    db.update(merchants).set({ status }).where(and(row, isOpen)),
    ...(owner === null ? [] : [insertOwnerIf(db, owner, isOpen)]),
  ];
  return settleTask(db, merchantId, entry, { table: merchants, row, changes });
}

export async function findMerchant(db: Database, merchantId: string): Promise<Merchant | null> {
  return (await db.select().from(merchants).where(eq(merchants.id, merchantId)).get()) ?? null;
}

type Change = Partial<Omit<Merchant, "id" | "createdAt">> & { updatedAt: number };

/** Returns null when there is no such merchant, or when it has another secret than `secretBefore`. */
export function updateMerchant(
  db: Database,
  merchantId: string,
  change: Omit<Change, "email">,
  entry: NewAuditEntry | null = null,
  secretBefore?: string,
): Promise<Merchant | null> {
  const isAsRead = secretBefore === undefined ? undefined : eq(merchants.webhookSecret, secretBefore);
  return updateIf(db, merchantId, isAsRead, change, entry);
}

async function updateIf(
  db: Database,
  merchantId: string,
  condition: SQL | undefined,
  change: Change,
  entry: NewAuditEntry | null,
  ...following: BatchItem<"sqlite">[]
): Promise<Merchant | null> {
  const isWanted = and(eq(merchants.id, merchantId), condition);
  const update = db.update(merchants).set(change).where(isWanted).returning();
  return await withAuditEntry(db, update, entry, ...following);
}

/** Returns null when nothing changes: a closed merchant cannot be made inactive, nor an erased one active. */
export function changeMerchantStatus(
  db: Database,
  merchantId: string,
  { status, now }: { status: "active" | "inactive"; now: number },
  entry: NewAuditEntry | null = null,
): Promise<Merchant | null> {
  const isAllowed =
    status === "active" ? isNull(merchants.erasureRequestedAt) : ne(merchants.status, "closed");
  return updateIf(db, merchantId, isAllowed, { status, updatedAt: now }, entry);
}

export async function findMerchantByEmail(db: Database, email: string): Promise<Merchant | null> {
  return (await db.select().from(merchants).where(eq(merchants.email, email)).get()) ?? null;
}

/** Returns null when nothing changes: another merchant has the email. */
export function changeMerchantEmail(
  db: Database,
  merchantId: string,
  { email, now }: { email: string; now: number },
  entry: NewAuditEntry | null = null,
): Promise<Merchant | null> {
  const isFree = sql`NOT EXISTS (SELECT 1 FROM merchants WHERE email = ${email})`;
  return updateIf(db, merchantId, isFree, { email, updatedAt: now }, entry);
}

const STOPS = {
  suspension: { at: "suspendedAt", reason: "suspensionReason" },
  refunds: { at: "refundsStoppedAt", reason: "refundsStopReason" },
} as const;

export type MerchantStop = keyof typeof STOPS;

/**
 * Begins a stop, or ends it where the reason is null. Returns null when nothing changes: the first time and reason stay, and an
 * erased merchant stays as it is. A suspension has the task that tells the provider; what is being made of the merchant is undone
 * when it begins. It ends the merchant's tills, and so does its end: one that was being paired meanwhile stays out. In cells,
 * the copy of the account does it.
 */
export function changeMerchantStop(
  db: Shard,
  merchantId: string,
  change: { stop: MerchantStop; reason: string | null; now: number; access?: ProviderTask | null },
  entry: NewAuditEntry | null = null,
): Promise<Merchant | null> {
  const { stop, reason, now, access = null } = change;
  const columns = STOPS[stop];
  const isOtherwise = reason === null ? isNotNull(merchants[columns.at]) : isNull(merchants[columns.at]);
  const stops = { [columns.at]: reason === null ? null : now, [columns.reason]: reason, updatedAt: now };
  const isThere = sql`EXISTS (SELECT 1 FROM merchants WHERE id = ${merchantId} AND erasure_requested_at IS NULL)`;
  const telling = access === null ? [] : [insertTask(db, access, isThere)];
  const isSuspension = stop === "suspension" && reason !== null;
  const undoing = isSuspension ? [undoUnsettled(db, merchantId, now)] : [];
  const ending = stop === "suspension" ? endTills(db, merchantId) : [];
  const isChangeable = and(isOtherwise, isNull(merchants.erasureRequestedAt));
  return updateIf(db, merchantId, isChangeable, stops, entry, ...telling, ...undoing, ...ending);
}

/** Lists them in order; `to` is exclusive. Leaves out merchants that are being erased, which nothing else may write about. */
export async function listMerchantIds(
  db: Database,
  { from, to }: { from: string; to: string },
  limit: number,
): Promise<string[]> {
  const rows = await db
    .select({ id: merchants.id })
    .from(merchants)
    .where(
      and(
        gte(merchants.id, from),
        lt(merchants.id, to),
        or(isNull(merchants.erasureRequestedAt), isNotNull(merchants.erasedAt)),
      ),
    )
    .orderBy(asc(merchants.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}
