import { isNull, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Database, Shard } from "#core/db/client.ts";
import { insertIf } from "#core/db/insert-if.ts";
import { placeholdersFor, prepareOnce, withValues } from "#core/db/prepared-statements.ts";
import { auditEntries, type SaltedValue } from "#core/db/schema/audit.ts";
import { uuidSince } from "#core/db/webhooks/time-ordered-id.ts";
import type { Actor } from "#core/domain/audit/actor.ts";
import type { AuditEvent, ErasableField } from "#core/domain/audit/audit-trail.ts";
import { timeOf } from "#core/domain/shards/shard-ids.ts";
import { newSalt, saltedDigest } from "#core/lib/hash-chain.ts";
import { keyedHash } from "#core/lib/keyed-hash.ts";
import { log } from "#core/lib/log.ts";

export type AuditEntry = typeof auditEntries.$inferSelect;
export type NewAuditEntry = Omit<AuditEntry, "sequence" | "hash">;

/** `id` is time-ordered. The same id is stored only once. */
export async function newAuditEntry(
  { action, merchantId, targetId = null, details }: AuditEvent,
  { client: actor, requestId, origin }: Actor,
  { id, at }: { id: string; at: number },
): Promise<NewAuditEntry> {
  const values = { subject: origin?.subject, address: origin?.addressKey, details };
  const erasable: Partial<Record<ErasableField, SaltedValue>> = {};
  const digests: Partial<Record<ErasableField, string>> = {};
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null) continue;
    const field = name as ErasableField;
    erasable[field] = { value, salt: newSalt() };
    digests[field] = await digestOf(erasable[field]);
  }
  return {
    id,
    merchantId,
    action,
    actor,
    actorKind: origin?.kind ?? "system",
    targetId,
    requestId,
    occurrences: 1,
    createdAt: at,
    erasable,
    digests: JSON.stringify(digests),
  };
}

export function digestOf({ value, salt }: SaltedValue): Promise<string> {
  return saltedDigest(salt, value);
}

/** Does nothing when the entry is stored already. */
export async function storeAuditEntry(db: Database, entry: NewAuditEntry): Promise<void> {
  await db.batch([insertAuditEntry(db, entry)]);
}

/** Belongs in a batch: does nothing when the entry is stored already. */
export function insertAuditEntry(db: Database, entry: NewAuditEntry) {
  return withValues(entryStatement(db), { ...entry, sequence: null, hash: null });
}

const entryStatement = prepareOnce((db) =>
  db
    .insert(auditEntries)
    .values(placeholdersFor(auditEntries))
    .onConflictDoNothing()
    .returning({ id: auditEntries.id })
    .prepare(),
);

type Change<Row> = BatchItem<"sqlite"> & PromiseLike<Row[]>;

/**
 * Makes a change of one row and stores its entry in one transaction, with the statements that follow from it. Returns the
 * changed row; null when no row was changed, which leaves no entry.
 */
export async function withAuditEntry<Row>(
  db: Database,
  change: Change<Row>,
  entry: NewAuditEntry | null,
  ...following: BatchItem<"sqlite">[]
): Promise<Row | null> {
  const isAlone = entry === null && following.length === 0;
  const [rows] = isAlone
    ? [await change]
    : await db.batch([change, ...insertIfChanged(db, entry), ...following]);
  return (rows as Row[])[0] ?? null;
}

/** Belongs in a batch: inserts nothing if the statement before it changed no row, or without an entry. */
export function insertIfChanged(db: Database, entry: NewAuditEntry | null): BatchItem<"sqlite">[] {
  return entry === null ? [] : [insertEntryIf(db, entry, sql`changes() > 0`).onConflictDoNothing()];
}

/**
 * Stores the entry, or counts one more occurrence of it, with its time. If `most` entries with its action are already stored
 * whose ids have exactly its id's time, stores or counts `others` instead.
 */
export async function countAuditEntry(
  db: Shard,
  entry: NewAuditEntry,
  others: NewAuditEntry,
  most: number,
): Promise<void> {
  const { id, action, createdAt: now } = entry;
  const { occurrences, sequence, createdAt } = auditEntries;
  const period = timeOf(id);
  const oneMore = {
    target: auditEntries.id,
    set: { occurrences: sql`${occurrences} + 1`, createdAt: sql`max(${createdAt}, ${now})` },
    setWhere: isNull(sequence),
  };
  const hasRoom = sql`(EXISTS (SELECT 1 FROM audit_entries WHERE id = ${id}) OR ${most} > (
    SELECT count(*) FROM audit_entries
    WHERE id >= ${uuidSince(period)} AND id < ${uuidSince(period + 1)} AND action = ${action}))`;
  await db.batch([
    insertEntryIf(db, entry, hasRoom).onConflictDoUpdate(oneMore),
    insertEntryIf(db, others, sql`changes() = 0`).onConflictDoUpdate(oneMore),
  ]);
}

function insertEntryIf(db: Database, entry: NewAuditEntry, condition: SQL) {
  return insertIf(db, auditEntries, { ...entry, sequence: null, hash: null }, condition);
}

/**
 * The line in the log that every entry has. Nothing can be erased from a log, so the address is hashed and the details are
 * left out.
 */
export async function logAuditEntry(
  level: "info" | "warn",
  entry: NewAuditEntry,
  masterKeys: readonly string[],
): Promise<void> {
  const { subject, address } = entry.erasable;
  const named = async (name: string | null) => name && (await withoutWallet(name, masterKeys));
  log(level, "audit", {
    action: entry.action,
    entry_id: entry.id,
    merchant_id: entry.merchantId,
    target_id: await named(entry.targetId),
    client_id: await named(entry.actor),
    subject: await named(subject?.value ?? null),
    address_hash:
      address === undefined ? null : await keyedHash("addresses in the log", address.value, masterKeys),
    request_id: entry.requestId,
  });
}

/** Where wallet ids are accepted as scan codes, whoever knows a wallet's id can ask its customer for money. */
async function withoutWallet(name: string, masterKeys: readonly string[]): Promise<string> {
  const [, walletId] = /^wallet-([0-9a-f-]{36})$/.exec(name) ?? [];
  return walletId === undefined
    ? name
    : `wallet-${await keyedHash("wallets in the log", walletId, masterKeys)}`;
}
