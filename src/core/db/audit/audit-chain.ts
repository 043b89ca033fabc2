// The chain of the audit trail: the hash of each entry covers the one before it, so that none can be changed, inserted
// or removed without changing all that follow. SQL cannot compute SHA-256, and a chain that every writer appended to
// would make them wait for each other. Entries are therefore stored without a place in it, and the sweep appends them.
import { and, asc, desc, gte, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { Shard } from "#core/db/client.ts";
import { auditEntries } from "#core/db/schema/audit.ts";
import { uuidSince } from "#core/db/webhooks/time-ordered-id.ts";
import { CHAIN_START, type ChainLink } from "#core/lib/hash-chain.ts";
import type { AuditEntry } from "./audit-trail.ts";

function selectHead(db: Shard) {
  const { sequence, hash } = auditEntries;
  return db
    .select({ sequence: sql<number>`${sequence}`, hash: sql<string>`${hash}` })
    .from(auditEntries)
    .where(isNotNull(sequence))
    .orderBy(desc(sequence))
    .limit(1);
}

export async function readHead(db: Shard): Promise<ChainLink> {
  return (await selectHead(db).get()) ?? CHAIN_START;
}

/** The end of the chain, and the oldest entries created before then that are not in it. */
export async function readUnsealed(
  db: Shard,
  createdBefore: number,
  limit: number,
): Promise<{ head: ChainLink; entries: AuditEntry[] }> {
  const { id, sequence } = auditEntries;
  const [[head], entries] = await db.batch([
    selectHead(db),
    db
      .select()
      .from(auditEntries)
      .where(and(isNull(sequence), lt(id, uuidSince(createdBefore))))
      .orderBy(asc(id))
      .limit(limit),
  ]);
  return { head: head ?? CHAIN_START, entries };
}

/**
 * Gives the entries their places: all of them, or none when one has changed or got a place since it was read. Throws when
 * a place is taken.
 */
export async function sealEntries(db: Shard, entries: readonly SealedEntry[]): Promise<boolean> {
  const given = entries.map(({ id, occurrences, sequence, hash }) => ({ id, occurrences, sequence, hash }));
  const links = sql`json_each(${JSON.stringify(given)})`;
  const sealed = await db.all(sql`
    UPDATE audit_entries SET sequence = link.value ->> 'sequence', hash = link.value ->> 'hash'
    FROM ${links} AS link
    WHERE audit_entries.id = link.value ->> 'id' AND ${entries.length} = (
      SELECT count(*) FROM ${links} AS l JOIN audit_entries AS e ON e.id = l.value ->> 'id'
      WHERE e.sequence IS NULL AND e.occurrences = l.value ->> 'occurrences')
    RETURNING audit_entries.id`);
  return sealed.length > 0;
}

export type SealedEntry = AuditEntry & ChainLink;

/** Lists them in the order of the chain, from that sequence number on. */
export async function listChain(db: Shard, from: number, limit: number): Promise<SealedEntry[]> {
  const { sequence } = auditEntries;
  const rows = await db
    .select()
    .from(auditEntries)
    .where(gte(sequence, from))
    .orderBy(asc(sequence))
    .limit(limit);
  return rows as SealedEntry[];
}

/** Finds that of the first entry that was created since then; null when there is none. */
export async function findSequenceSince(db: Shard, createdSince: number): Promise<number | null> {
  const { id, sequence } = auditEntries;
  const row = await db
    .select({ sequence })
    .from(auditEntries)
    .where(and(gte(id, uuidSince(createdSince)), isNotNull(sequence)))
    .orderBy(asc(id))
    .limit(1)
    .get();
  return row?.sequence ?? null;
}

/** Deletes at most `limit` entries, the first of the chain, but not the last one created before then. */
export async function deleteOldest(db: Shard, createdBefore: number, limit: number): Promise<void> {
  const { sequence, createdAt } = auditEntries;
  const oldest = await db
    .select({ sequence, createdAt })
    .from(auditEntries)
    .where(isNotNull(sequence))
    .orderBy(asc(sequence))
    .limit(limit + 1);
  const young = oldest.findIndex((entry) => entry.createdAt >= createdBefore);
  const kept = oldest.at(young < 0 ? -1 : Math.max(0, young - 1))?.sequence;
  if (!kept || kept === oldest[0]?.sequence) return;
  await db.delete(auditEntries).where(lt(sequence, kept));
}
