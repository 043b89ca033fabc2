import { and, desc, eq, gte, lt, sql } from "drizzle-orm";
import type { Shard } from "#core/db/client.ts";
import { auditEntries } from "#core/db/schema/audit.ts";
import { uuidSince } from "#core/db/webhooks/time-ordered-id.ts";
import type { AuditAction, ErasableField } from "#core/domain/audit/audit-trail.ts";
import { type AuditEntry, type NewAuditEntry, withAuditEntry } from "./audit-trail.ts";

export interface AuditFilter {
  /** With null, all entries are read, also those without a merchant. */
  merchantId: string | null;
  action: AuditAction | null;
  createdFrom: number | null;
  /** Exclusive. */
  createdTo: number | null;
  /** Only entries older than the one with this id. */
  before: string | null;
}

/** Lists the newest first. */
export async function listAuditEntries(
  db: Shard,
  { merchantId, action, createdFrom, createdTo, before }: AuditFilter,
  limit: number,
): Promise<AuditEntry[]> {
  const { id } = auditEntries;
  return await db
    .select()
    .from(auditEntries)
    .where(
      and(
        merchantId === null ? undefined : eq(auditEntries.merchantId, merchantId),
        action === null ? undefined : eq(auditEntries.action, action),
        createdFrom === null ? undefined : gte(id, uuidSince(createdFrom)),
        createdTo === null ? undefined : lt(id, uuidSince(createdTo)),
        before === null ? undefined : lt(id, before),
      ),
    )
    .orderBy(desc(id))
    .limit(limit);
}

export async function findAuditEntry(db: Shard, entryId: string): Promise<AuditEntry | null> {
  return (await db.select().from(auditEntries).where(eq(auditEntries.id, entryId)).get()) ?? null;
}

/**
 * Deletes the fields with their salts, so that nothing can be learned from their digests. Returns null for an unknown entry.
 */
export async function eraseFields(
  db: Shard,
  entryId: string,
  fields: readonly ErasableField[],
  erasure: NewAuditEntry | null,
): Promise<AuditEntry | null> {
  const paths = sql.join(
    fields.map((field) => sql`${`$.${field}`}`),
    sql`, `,
  );
  const erase = db
    .update(auditEntries)
    .set({ erasable: sql`json_remove(${auditEntries.erasable}, ${paths})` })
    .where(eq(auditEntries.id, entryId))
    .returning();
  return await withAuditEntry(db, erase, erasure);
}
