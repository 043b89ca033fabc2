import { and, asc, count, desc, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import { insertIfChanged, type NewAuditEntry, withAuditEntry } from "#core/db/audit/audit-trail.ts";
import type { Database } from "#core/db/client.ts";
import {
  insertClientRemovals,
  insertTaskIfChanged,
  settleTask,
} from "#core/db/identity-provider/provider-tasks.ts";
import { insertIf } from "#core/db/insert-if.ts";
import { whereNotSuspended } from "#core/db/merchants/restrictions.ts";
import {
  type CountedPage,
  type ListPosition,
  offsetOf,
  pageOf,
  selectTotal,
  whereAfter,
} from "#core/db/paging.ts";
import { counters, IS_ACTIVE } from "#core/db/schema/counters.ts";
import { providerTasks } from "#core/db/schema/identity-provider.ts";
import type { Counter } from "#core/domain/counters/counter.ts";
import type { ProviderTask } from "#core/domain/identity-provider/provider-task.ts";

const ACTIVE_COUNTERS_MAX = 1_000;

/**
 * Inserts the row with the task that undoes the creation unless it is settled. One statement checks and inserts: of two creations at once
 * only one takes the last place, and none follows a suspension. False when the merchant is suspended or has too many
 * active counters.
 */
export async function beginCounter(db: Database, counter: Counter, task: ProviderTask): Promise<boolean> {
  const { merchantId } = counter;
  const active = sql`(SELECT count(*) FROM counters WHERE merchant_id = ${merchantId} AND ${IS_ACTIVE})`;
  const isAllowed = sql`${active} < ${ACTIVE_COUNTERS_MAX} AND ${whereNotSuspended(merchantId)}`;
  const [inserted] = await db.batch([
    insertIf(db, counters, { ...counter, revocationReason: null }, isAllowed).returning({ id: counters.id }),
    insertTaskIfChanged(db, task),
  ]);
  return inserted.length > 0;
}

/** Returns false when the creation is being undone. */
export function settleCounter(
  db: Database,
  { merchantId, id }: Counter,
  entry: NewAuditEntry | null,
): Promise<boolean> {
  return settleTask(db, id, entry, { table: counters, row: whereCounter(merchantId, id) });
}

/** Lists the newest first, including inactive ones, without those that are being made. */
export async function listCounters(db: Database, merchantId: string): Promise<Counter[]> {
  return await newestFirst(db, eq(counters.merchantId, merchantId));
}

export async function listCountersPage(
  db: Database,
  merchantId: string,
  position: ListPosition,
): Promise<CountedPage<Counter>> {
  const { limit, cursor } = position;
  const isListed = and(eq(counters.merchantId, merchantId), whereAfter(counters, cursor));
  const [found, [counted], [beingMade]] = await db.batch([
    newestFirst(db, isListed)
      .limit(limit + 1)
      .offset(offsetOf(position)),
    selectTotal(db, "counters", [merchantId]),
    db.select({ total: count() }).from(providerTasks).where(whereCreationOf(merchantId)),
  ]);
  return { ...pageOf(found, limit), total: (counted?.total ?? 0) - (beingMade?.total ?? 0) };
}

function whereCreationOf(merchantId: string) {
  return and(eq(providerTasks.merchantId, merchantId), eq(providerTasks.kind, "counter"));
}

/** Lists them in the order of the index counters_list. */
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
  return (await db.select().from(counters).where(whereCounter(merchantId, counterId)).get()) ?? null;
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

/** Returns null when the merchant has no such counter, or when it has another secret than `secretBefore`. */
export async function updateCounter(
  db: Database,
  merchantId: string,
  counterId: string,
  change: CounterChange,
  [entry = null, other = null]: readonly (NewAuditEntry | null)[] = [],
  secretBefore?: string,
): Promise<Counter | null> {
  const isAsRead = secretBefore === undefined ? undefined : eq(counters.webhookSecret, secretBefore);
  const isWanted = and(whereCounter(merchantId, counterId), isAsRead);
  const update = db.update(counters).set(change).where(isWanted).returning();
  return await withAuditEntry(db, update, entry, ...insertIfChanged(db, other));
}

/**
 * Stores the task that removes its client. `revocationReason`: for a counter that an administrator revokes. Returns null when the
 * merchant has no such counter, or when one that is to be revoked was already: the first reason stays.
 */
export async function endCounter(
  db: Database,
  merchantId: string,
  counterId: string,
  { revocationReason, now }: { revocationReason?: string; now: number },
  entry: NewAuditEntry | null = null,
): Promise<Counter | null> {
  const isOfThis = whereCounter(merchantId, counterId);
  const isFirst = revocationReason === undefined ? undefined : isNull(counters.revocationReason);
  const update = db
    .update(counters)
    .set({ status: "inactive", revocationReason, updatedAt: now })
    .where(and(isOfThis, isFirst))
    .returning();
  return await withAuditEntry(db, update, entry, insertClientRemovals(db, isOfThis, now));
}

function whereCounter(merchantId: string, counterId: string) {
  return and(eq(counters.merchantId, merchantId), eq(counters.id, counterId));
}
