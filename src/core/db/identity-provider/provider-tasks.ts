import { and, asc, eq, getTableColumns, inArray, lte, ne, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { insertIfChanged, type NewAuditEntry } from "#core/db/audit/audit-trail.ts";
import type { Database } from "#core/db/client.ts";
import { insertIf } from "#core/db/insert-if.ts";
import { counters } from "#core/db/schema/counters.ts";
import { providerTasks } from "#core/db/schema/identity-provider.ts";
import { merchants } from "#core/db/schema/merchants.ts";
import { IN_FLIGHT_MS, type ProviderTask } from "#core/domain/identity-provider/provider-task.ts";

/** Belongs in a batch: does nothing if the statement before it changed no row. A task that is open already begins anew. */
export function insertTaskIfChanged(db: Database, task: ProviderTask) {
  return insertTask(db, task, sql`changes() > 0`);
}

/** It can be part of a batch. A task that is open already begins anew. */
export function insertTask(db: Database, task: ProviderTask, condition = sql`TRUE`) {
  const { attempts, dueAt } = task;
  const begunAnew = { target: providerTasks.id, set: { attempts, dueAt } };
  return insertIf(db, providerTasks, task, condition).onConflictDoUpdate(begunAnew);
}

/** Takes one statement. A task that is open already begins anew. */
export async function insertTasks(db: Database, tasks: readonly ProviderTask[]): Promise<void> {
  const values = Object.keys(getTableColumns(providerTasks)).map((name) => sql`value ->> ${name}`);
  await db
    .insert(providerTasks)
    .select(sql`SELECT ${sql.join(values, sql`, `)} FROM json_each(${JSON.stringify(tasks)}) WHERE TRUE`)
    .onConflictDoUpdate({
      target: providerTasks.id,
      set: { attempts: sql`excluded.attempts`, dueAt: sql`excluded.due_at` },
    });
}

/** Belongs in a batch: the removal of the client of each of these counters. One that is open already begins anew. */
export function insertClientRemovals(db: Database, isOfThese: SQL | undefined, now: number) {
  const [attempts, dueAt] = [0, now + IN_FLIGHT_MS];
  return db
    .insert(providerTasks)
    .select(
      sql`SELECT ${counters.idpClientId}, 'client_removal', ${counters.merchantId}, ${counters.idpClientId}, NULL,
                 NULL, ${attempts}, ${dueAt}, ${now}
          FROM ${counters} WHERE ${isOfThese}`,
    )
    .onConflictDoUpdate({ target: providerTasks.id, set: { attempts, dueAt } })
    .returning();
}

/** Client removals, of which a merchant that closes has many, or all the others. The one that has waited longest first. */
export async function listDueTasks(
  db: Database,
  which: "client_removals" | "others",
  { now, limit }: { now: number; limit: number },
): Promise<ProviderTask[]> {
  const { kind, dueAt } = providerTasks;
  const isOne = which === "client_removals" ? eq(kind, "client_removal") : ne(kind, "client_removal");
  return await db
    .select()
    .from(providerTasks)
    .where(and(lte(dueAt, now), isOne))
    .orderBy(asc(dueAt))
    .limit(limit);
}

/** Belongs in a batch: from here on, no request can settle what it has begun of these. */
export function beginUndoing(db: Database, areThese: SQL | undefined, now: number) {
  return db
    .update(providerTasks)
    .set({ attempts: 1, dueAt: now })
    .where(and(areThese, eq(providerTasks.attempts, 0)));
}

/** Belongs in a batch, with which a merchant is stopped: the registration, counters and users that are being made are undone. */
export function undoUnsettled(db: Database, merchantId: string, now: number) {
  const isBeingMade = inArray(providerTasks.kind, ["registration", "counter", "invitation"]);
  return beginUndoing(db, and(eq(providerTasks.merchantId, merchantId), isBeingMade), now);
}

/**
 * Returns null when another attempt came first, or when the task is settled. With it goes the row that was inserted with the
 * task: from here on nobody can settle it.
 */
export async function claimTask(
  db: Database,
  task: ProviderTask,
  dueAt: number,
): Promise<ProviderTask | null> {
  const { id, kind, merchantId, attempts } = task;
  const claim = db
    .update(providerTasks)
    .set({ attempts: attempts + 1, dueAt })
    .where(hasSameAttempts(task))
    .returning();
  const isUndone = sql`EXISTS (SELECT 1 FROM provider_tasks WHERE id = ${id} AND attempts > 0)`;
  const rows: BatchItem<"sqlite">[] = [];
  if (kind === "registration") rows.push(db.delete(merchants).where(and(eq(merchants.id, id), isUndone)));
  if (kind === "counter") {
    const isCounter = and(eq(counters.merchantId, merchantId), eq(counters.id, id));
    rows.push(db.delete(counters).where(and(isCounter, isUndone)));
  }
  const [claimed] = await db.batch([claim, ...rows]);
  return claimed[0] ?? null;
}

/** Deletes the task unless another attempt came after this one. */
export async function endTask(db: Database, task: ProviderTask): Promise<void> {
  await db.delete(providerTasks).where(hasSameAttempts(task));
}

/** Notes what is left, unless another attempt came after this one. */
export async function continueTask(db: Database, task: ProviderTask, change: ProviderTask): Promise<void> {
  const { position, attempts, dueAt } = change;
  await db.update(providerTasks).set({ position, attempts, dueAt }).where(hasSameAttempts(task));
}

function hasSameAttempts({ id, attempts }: ProviderTask): SQL | undefined {
  return and(eq(providerTasks.id, id), eq(providerTasks.attempts, attempts));
}

/**
 * Ends a task whose work is done, with the changes that belong to it; none of this happens once it is being undone. Returns
 * whether it is settled: then its task is gone, and the row that it was for is there. Safe to repeat.
 */
export async function settleTask(
  db: Database,
  id: string,
  entry: NewAuditEntry | null,
  { table, row, changes = [] }: { table: SQLiteTable; row: SQL | undefined; changes?: BatchItem<"sqlite">[] },
): Promise<boolean> {
  const ending = db.delete(providerTasks).where(whereBegun(id));
  const isEnded = sql`NOT EXISTS (SELECT 1 FROM provider_tasks WHERE id = ${id})`;
  const evidence = db.select({ found: sql`1` }).from(table).where(and(row, isEnded));
  const [first = ending, ...others] = [...changes, ending, ...insertIfChanged(db, entry), evidence];
  const found = (await db.batch([first, ...others])).at(-1);
  return Array.isArray(found) && found.length > 0;
}

/** Whether a request is at work on something of this kind. */
export async function hasBegun(db: Database, kind: ProviderTask["kind"], subject: string): Promise<boolean> {
  const { id, attempts } = providerTasks;
  const isSame = and(eq(providerTasks.subject, subject), eq(providerTasks.kind, kind), eq(attempts, 0));
  return (await db.select({ id }).from(providerTasks).where(isSame).limit(1)).length > 0;
}

/** Notes the user whom a registration takes over. Returns false once it is being undone. */
export async function noteUser(db: Database, id: string, userId: string): Promise<boolean> {
  const noted = await setUser(db, id, userId).returning({ id: providerTasks.id });
  return noted.length > 0;
}

/** Belongs in a batch: notes the user that was made, unless the task is being undone. */
export function setUser(db: Database, id: string, userId: string) {
  return db.update(providerTasks).set({ userId }).where(whereBegun(id));
}

/** The task is open, and nobody has begun to undo it. */
function whereBegun(id: string): SQL | undefined {
  return and(eq(providerTasks.id, id), eq(providerTasks.attempts, 0));
}
