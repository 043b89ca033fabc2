import { and, asc, eq, gte, isNotNull, isNull, lt, ne, or, sql } from "drizzle-orm";
import type { Merchant, MerchantErasure, MerchantStops } from "../../domain/merchant.ts";
import { IN_FLIGHT_MS, type ProviderTask } from "../../domain/provider-task.ts";
import type { SealedSecrets } from "../../domain/webhook-secrets.ts";
import { type NewAuditEntry, withAuditEntry } from "../audit/audit-trail.ts";
import type { Database } from "../client.ts";
import {
  beginUndoing,
  insertTask,
  insertTaskIfChanged,
  isSettled,
  settleTask,
  undoUnsettled,
} from "../identity-provider/provider-tasks.ts";
import { providerTasks } from "../schema/identity-provider.ts";
import { merchants } from "../schema/merchants.ts";
import { insertOwnerIf, type OwnerRow } from "./merchant-users.ts";

export type NewMerchant = Omit<
  Merchant,
  "timeZone" | "previousWebhookSecret" | "previousSecretExpiresAt" | keyof (MerchantStops & MerchantErasure)
>;

/**
 * With the task that undoes the registration unless it is settled. An earlier registration of the email that no request is
 * at work on any more gives way. False when the email address is taken.
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

/** `status`: what the merchant then has. False when the registration is being undone. */
export function settleRegistration(
  db: Database,
  owner: OwnerRow,
  status: Merchant["status"],
  entry: NewAuditEntry | null,
): Promise<boolean> {
  const { merchantId } = owner;
  const isOpen = sql`EXISTS (SELECT 1 FROM provider_tasks WHERE id = ${merchantId} AND attempts = 0)`;
  const changes = [
    db
      .update(merchants)
      .set({ status })
      .where(and(eq(merchants.id, merchantId), isOpen)),
    insertOwnerIf(db, owner, isOpen),
  ];
  const evidence = db
    .select({ id: merchants.id })
    .from(merchants)
    .where(and(eq(merchants.id, merchantId), isSettled(merchantId)));
  return settleTask(db, merchantId, entry, { changes, evidence });
}

export async function findMerchant(db: Database, merchantId: string): Promise<Merchant | null> {
  return (await db.select().from(merchants).where(eq(merchants.id, merchantId)).get()) ?? null;
}

/** Null when there is no such merchant. */
export async function updateMerchant(
  db: Database,
  merchantId: string,
  change: Partial<Omit<Merchant, "id" | "email" | "createdAt">> & { updatedAt: number },
  entry: NewAuditEntry | null = null,
): Promise<Merchant | null> {
  const update = db.update(merchants).set(change).where(eq(merchants.id, merchantId)).returning();
  return await withAuditEntry(db, update, entry);
}

/** Null when nothing changes: a closed merchant cannot be made inactive, nor an erased one active. */
export async function changeMerchantStatus(
  db: Database,
  merchantId: string,
  { status, now }: { status: "active" | "inactive"; now: number },
  entry: NewAuditEntry | null = null,
): Promise<Merchant | null> {
  const isAllowed =
    status === "active" ? isNull(merchants.erasureRequestedAt) : ne(merchants.status, "closed");
  const update = db
    .update(merchants)
    .set({ status, updatedAt: now })
    .where(and(eq(merchants.id, merchantId), isAllowed))
    .returning();
  return await withAuditEntry(db, update, entry);
}

export async function findMerchantByEmail(db: Database, email: string): Promise<Merchant | null> {
  return (await db.select().from(merchants).where(eq(merchants.email, email)).get()) ?? null;
}

/** Null when nothing changes: another merchant has the address. */
export async function changeMerchantEmail(
  db: Database,
  merchantId: string,
  { email, now }: { email: string; now: number },
  entry: NewAuditEntry | null = null,
): Promise<Merchant | null> {
  const isFree = sql`NOT EXISTS (SELECT 1 FROM merchants WHERE email = ${email})`;
  const update = db
    .update(merchants)
    .set({ email, updatedAt: now })
    .where(and(eq(merchants.id, merchantId), isFree))
    .returning();
  return await withAuditEntry(db, update, entry);
}

const STOPS = {
  suspension: { at: "suspendedAt", reason: "suspensionReason" },
  refunds: { at: "refundsStoppedAt", reason: "refundsStopReason" },
} as const;

export type MerchantStop = keyof typeof STOPS;

/**
 * Begins a stop, or ends it where the reason is null. Null when nothing changes: the first time and reason stay, and an erased
 * merchant stays as it is. A suspension has the task that tells the provider; what is being made of the merchant is undone
 * when it begins.
 */
export async function changeMerchantStop(
  db: Database,
  merchantId: string,
  change: { stop: MerchantStop; reason: string | null; now: number; access?: ProviderTask | null },
  entry: NewAuditEntry | null = null,
): Promise<Merchant | null> {
  const { stop, reason, now, access = null } = change;
  const columns = STOPS[stop];
  const isOtherwise = reason === null ? isNotNull(merchants[columns.at]) : isNull(merchants[columns.at]);
  const update = db
    .update(merchants)
    .set({ [columns.at]: reason === null ? null : now, [columns.reason]: reason, updatedAt: now })
    .where(and(eq(merchants.id, merchantId), isOtherwise, isNull(merchants.erasureRequestedAt)))
    .returning();
  const isThere = sql`EXISTS (SELECT 1 FROM merchants WHERE id = ${merchantId} AND erasure_requested_at IS NULL)`;
  const telling = access === null ? [] : [insertTask(db, access, isThere)];
  const isSuspension = stop === "suspension" && reason !== null;
  const undoing = isSuspension ? [undoUnsettled(db, merchantId, now)] : [];
  return await withAuditEntry(db, update, entry, ...telling, ...undoing);
}

/** False when the secret has changed since it was read. */
export async function replaceMerchantSecret(
  db: Database,
  read: Merchant,
  change: SealedSecrets & { updatedAt: number },
  entry: NewAuditEntry | null = null,
): Promise<boolean> {
  const isAsRead = and(eq(merchants.id, read.id), eq(merchants.webhookSecret, read.webhookSecret));
  const replace = db.update(merchants).set(change).where(isAsRead).returning({ id: merchants.id });
  return (await withAuditEntry(db, replace, entry)) !== null;
}

/** In order; `to` is exclusive. Without merchants that are being erased, which nothing else may write about. */
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

/** The smallest id above that fraction of all UUIDs, which random ids fill evenly; for 1, a text after every UUID. */
export function merchantIdAt(fraction: number): string {
  return fraction >= 1
    ? "g"
    : Math.floor(fraction * 2 ** 32)
        .toString(16)
        .padStart(8, "0");
}
