import { and, asc, count, desc, eq, getTableColumns, gt, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Counter } from "../../domain/counter.ts";
import type { ProviderTask } from "../../domain/provider-task.ts";
import type { SealedSecrets } from "../../domain/webhook-secrets.ts";
import { type NewAuditEntry, withAuditEntry } from "../audit/audit-trail.ts";
import type { Database } from "../client.ts";
import {
  insertClientRemovals,
  insertTaskIfChanged,
  isSettled,
  settleTask,
} from "../identity-provider/provider-tasks.ts";
import { isNotSuspended } from "../merchants/standing.ts";
import type { ListPosition } from "../payment-intents/intent-search.ts";
import { selectTotal } from "../row-counts.ts";
import { counters } from "../schema/counters.ts";
import { providerTasks } from "../schema/identity-provider.ts";

const ACTIVE_COUNTERS_MAX = 1_000;

type Row = typeof counters.$inferSelect;

/** False when the merchant is suspended or has too many active counters. */
export async function insertCounter(
  db: Database,
  counter: Counter,
  activeMax: number = ACTIVE_COUNTERS_MAX,
): Promise<boolean> {
  return (await insertion(db, counter, activeMax)).length > 0;
}

/** The same, with the task that undoes the creation unless it is settled. */
export async function beginCounter(db: Database, counter: Counter, task: ProviderTask): Promise<boolean> {
  const [inserted] = await db.batch([
    insertion(db, counter, ACTIVE_COUNTERS_MAX),
    insertTaskIfChanged(db, task),
  ]);
  return inserted.length > 0;
}

/** False when the creation is being undone. */
export function settleCounter(
  db: Database,
  { merchantId, id }: Counter,
  entry: NewAuditEntry | null,
): Promise<boolean> {
  const evidence = db
    .select({ id: counters.id })
    .from(counters)
    .where(and(isCounter(merchantId, id), isSettled(id)));
  return settleTask(db, id, entry, { evidence });
}

/** One statement checks and inserts: of two creations at once only one takes the last place, and none follows a suspension. */
function insertion(db: Database, counter: Counter, activeMax: number) {
  const columns = Object.entries(getTableColumns(counters)) as [keyof Row, SQLiteColumn][];
  const row: Row = { ...counter, revocationReason: null };
  // The status is a literal, for the partial index counters_active.
  const active = sql`(SELECT count(*) FROM counters WHERE merchant_id = ${counter.merchantId} AND status = 'active')`;
  return db
    .insert(counters)
    .select(
      sql`SELECT ${sql.join(
        columns.map(([field, column]) => sql`${sql.param(row[field], column)}`),
        sql`, `,
      )} WHERE ${active} < ${activeMax} AND ${isNotSuspended(counter.merchantId)}`,
    )
    .returning({ id: counters.id });
}

/** Newest first, including inactive ones, without those that are being made. */
export async function listCounters(db: Database, merchantId: string): Promise<Counter[]> {
  return await newestFirst(db, eq(counters.merchantId, merchantId));
}

/** Like listCounters, but one page, with one more counter when there is a next page, and the total number. */
export async function listCountersPage(
  db: Database,
  merchantId: string,
  { page, limit, cursor }: ListPosition,
): Promise<{ counters: Counter[]; total: number }> {
  const { createdAt, id } = counters;
  const isListed = and(
    eq(counters.merchantId, merchantId),
    cursor === null ? undefined : sql`(${createdAt}, ${id}) < (${cursor.createdAt}, ${cursor.id})`,
  );
  const [found, [counted], [beingMade]] = await db.batch([
    newestFirst(db, isListed)
      .limit(limit + 1)
      .offset(cursor === null ? (page - 1) * limit : 0),
    selectTotal(db, "counters", [merchantId]),
    db.select({ total: count() }).from(providerTasks).where(isCreationOf(merchantId)),
  ]);
  return { counters: found, total: (counted?.total ?? 0) - (beingMade?.total ?? 0) };
}

function isCreationOf(merchantId: string) {
  return and(eq(providerTasks.merchantId, merchantId), eq(providerTasks.kind, "counter"));
}

/** In the order of the index counters_list. */
function newestFirst(db: Database, isListed: SQL | undefined) {
  const isMade = sql`NOT EXISTS (SELECT 1 FROM provider_tasks WHERE provider_tasks.id = ${counters.id})`;
  return db
    .select()
    .from(counters)
    .where(and(isListed, isMade))
    .orderBy(desc(counters.createdAt), desc(counters.id));
}

/** The clients of the merchant's active counters, in the order of the counters' ids. */
export async function listActiveClients(
  db: Database,
  merchantId: string,
  { after, limit }: { after: string; limit: number },
): Promise<{ id: string; clientId: string }[]> {
  const isNext = and(
    eq(counters.merchantId, merchantId),
    gt(counters.id, after),
    eq(counters.status, "active"),
  );
  return await db
    .select({ id: counters.id, clientId: counters.idpClientId })
    .from(counters)
    .where(isNext)
    .orderBy(asc(counters.id))
    .limit(limit);
}

export async function findCounter(
  db: Database,
  merchantId: string,
  counterId: string,
): Promise<Counter | null> {
  return (await db.select().from(counters).where(isCounter(merchantId, counterId)).get()) ?? null;
}

/** The names of those counters that are the merchant's, active or not. */
export async function readCounterNames(
  db: Database,
  merchantId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.all<{ id: string; name: string }>(sql`
    SELECT c.id, c.name FROM json_each(${JSON.stringify(ids)}) wanted CROSS JOIN counters c
    ON c.merchant_id = ${merchantId} AND c.id = wanted.value`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export type CounterChange = Partial<Omit<Counter, "id" | "merchantId" | "idpClientId" | "createdAt">> & {
  updatedAt: number;
};

/** Null when the merchant has no such counter. */
export async function updateCounter(
  db: Database,
  merchantId: string,
  counterId: string,
  change: CounterChange,
  entry: NewAuditEntry | null = null,
): Promise<Counter | null> {
  const update = db.update(counters).set(change).where(isCounter(merchantId, counterId)).returning();
  const [row] = await withAuditEntry(db, update, entry);
  return row ?? null;
}

/** With the task that removes its client. Null when the merchant has no such counter. */
export async function endCounter(
  db: Database,
  merchantId: string,
  counterId: string,
  now: number,
  entry: NewAuditEntry | null = null,
): Promise<Counter | null> {
  const update = db
    .update(counters)
    .set({ status: "inactive", updatedAt: now })
    .where(isCounter(merchantId, counterId))
    .returning();
  const removal = insertClientRemovals(db, isCounter(merchantId, counterId), now);
  const [row] = await withAuditEntry(db, update, entry, removal);
  return row ?? null;
}

/**
 * With the task that removes its client. Null when the merchant has no such counter, or when the counter was already revoked:
 * the first reason stays.
 */
export async function revokeCounter(
  db: Database,
  merchantId: string,
  counterId: string,
  { reason, now }: { reason: string; now: number },
  entry: NewAuditEntry | null = null,
): Promise<Counter | null> {
  const update = db
    .update(counters)
    .set({ status: "inactive", revocationReason: reason, updatedAt: now })
    .where(and(isCounter(merchantId, counterId), isNull(counters.revocationReason)))
    .returning();
  const removal = insertClientRemovals(db, isCounter(merchantId, counterId), now);
  const [row] = await withAuditEntry(db, update, entry, removal);
  return row ?? null;
}

/** False when the secret has changed since it was read. */
export async function replaceCounterSecret(
  db: Database,
  read: Counter,
  change: SealedSecrets & { updatedAt: number },
  entry: NewAuditEntry | null = null,
): Promise<boolean> {
  const isAsRead = and(isCounter(read.merchantId, read.id), eq(counters.webhookSecret, read.webhookSecret));
  const replace = db.update(counters).set(change).where(isAsRead).returning({ id: counters.id });
  const rows = await withAuditEntry(db, replace, entry);
  return rows.length > 0;
}

function isCounter(merchantId: string, counterId: string) {
  return and(eq(counters.merchantId, merchantId), eq(counters.id, counterId));
}
