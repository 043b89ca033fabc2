import { and, desc, eq } from "drizzle-orm";
import type { Counter } from "../domain/counter.ts";
import type { SealedSecrets } from "../domain/webhook-secrets.ts";
import { type NewAuditEntry, withAuditEntry } from "./audit-trail.ts";
import type { Database } from "./client.ts";
import { counters } from "./schema.ts";

export async function insertCounter(db: Database, counter: Counter): Promise<void> {
  await db.insert(counters).values(counter);
}

export async function deleteCounter(db: Database, merchantId: string, counterId: string): Promise<void> {
  await db.delete(counters).where(isCounter(merchantId, counterId));
}

/** Newest first, including inactive ones. */
export async function listCounters(db: Database, merchantId: string): Promise<Counter[]> {
  return await db
    .select()
    .from(counters)
    .where(eq(counters.merchantId, merchantId))
    .orderBy(desc(counters.createdAt), desc(counters.id));
}

export async function findCounter(
  db: Database,
  merchantId: string,
  counterId: string,
): Promise<Counter | null> {
  return (await db.select().from(counters).where(isCounter(merchantId, counterId)).get()) ?? null;
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
