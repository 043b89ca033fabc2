// The audit trail. An entry is stored without a place in the chain; the sweep gives it one: see db/audit/audit-chain.ts.
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { ActorKind, AuditAction, ErasableField } from "#core/domain/audit/audit-trail.ts";

/** What somebody has changed: an entry of the audit trail. The sweep gives it its place in the chain. */
export const auditEntries = sqliteTable(
  "audit_entries",
  {
    /** Time-ordered. */
    id: text().primaryKey(),
    merchantId: text("merchant_id"),
    action: text().$type<AuditAction>().notNull(),
    actor: text().notNull(),
    actorKind: text("actor_kind").$type<ActorKind>().notNull(),
    targetId: text("target_id"),
    requestId: text("request_id"),
    /** Failures of one minute share an entry. */
    occurrences: integer().notNull(),
    createdAt: integer("created_at").notNull(),
    /** Each with its salt. An erased field is missing here, and keeps its digest. */
    erasable: text({ mode: "json" }).$type<Partial<Record<ErasableField, SaltedValue>>>().notNull(),
    /** JSON text, exactly as the chain covers it. */
    digests: text().notNull(),
    /** 1, 2, 3 over all merchants; null until the entry is in the chain. */
    sequence: integer(),
    hash: text(),
  },
  (table) => [
    index("audit_entries_by_merchant").on(table.merchantId, table.id),
    index("audit_entries_by_action").on(table.action, table.id),
    index("audit_entries_by_merchant_and_action").on(table.merchantId, table.action, table.id),
    index("audit_entries_unsealed").on(table.id).where(sql`sequence IS NULL`),
    uniqueIndex("audit_entries_sequence").on(table.sequence).where(sql`sequence IS NOT NULL`),
  ],
);

export interface SaltedValue {
  value: string;
  /** 128 random bits in hex: without it, an erased address could be found by trying all of them. */
  salt: string;
}
