// The audit trail as it is stored.
import { env } from "cloudflare:workers";
import { and, asc, eq } from "drizzle-orm";
import { openDatabase, type Shard } from "#core/db/client.ts";
import { auditEntries } from "#core/db/schema/audit.ts";
import type { AuditAction } from "#core/domain/audit/audit-trail.ts";
import { MERCHANT_API } from "./paths.ts";
import { deps } from "./seeds.ts";

export const AUDIT_TRAIL = `${MERCHANT_API}/audit-trail`;
export const PLATFORM_AUDIT_TRAIL = `${MERCHANT_API}/admin/audit-trail`;

/** Lists the oldest first. */
export async function storedEntries(merchantId: string, action?: AuditAction) {
  const { id, merchantId: merchant } = auditEntries;
  const wanted = action === undefined ? undefined : eq(auditEntries.action, action);
  const read = (shard: Shard) =>
    shard
      .select()
      .from(auditEntries)
      .where(and(eq(merchant, merchantId), wanted))
      .orderBy(asc(id));
  return (await Promise.all(deps.shards.ofMerchant(merchantId).map(read))).flat();
}

/** About one thing, whoever's trail they are in; oldest first. */
export async function storedEntriesOf(targetId: string) {
  const { id, targetId: target } = auditEntries;
  const read = (shard: Shard) =>
    shard.select().from(auditEntries).where(eq(target, targetId)).orderBy(asc(id));
  return (await Promise.all(deps.shards.of(targetId).map(read))).flat();
}

/** The entries of all merchants and none, oldest first. */
export function allEntries() {
  return openDatabase(env.DB).select().from(auditEntries).orderBy(asc(auditEntries.id));
}
