import { and, eq, gte, isNotNull, or, sql } from "drizzle-orm";
import type { Shard } from "#core/db/client.ts";
import { counters } from "#core/db/schema/counters.ts";
import { merchants, merchantUsers } from "#core/db/schema/merchants.ts";
import { uuidSince } from "#core/db/webhooks/time-ordered-id.ts";

export type AccessGrantedSince = Awaited<ReturnType<typeof readAccessGrantedSince>>;

/** What gives access, or receives webhooks, and was made or set since then; without what has ended. */
export async function readAccessGrantedSince(db: Shard, merchantId: string, since: number, limit: number) {
  const isEnabled = sql`NOT EXISTS (SELECT 1 FROM disabled_users WHERE user_id = ${merchantUsers.subject} AND enabled_at IS NULL)`;
  const ofMerchant = eq(counters.merchantId, merchantId);
  const isNew = gte(counters.createdAt, since);
  // The audit trail alone knows when an address was set.
  const changed = sql`FROM audit_entries WHERE audit_entries.merchant_id = ${merchantId}
    AND action = 'webhook_address.changed' AND audit_entries.id >= ${uuidSince(since)}`;
  const isOwnChanged = sql`EXISTS (SELECT 1 ${changed} AND target_id IS NULL)`;
  const isChanged = sql`${counters.id} IN (SELECT target_id ${changed})`;
  const [users, made, own, ofCounters] = await db.batch([
    db
      .select()
      .from(merchantUsers)
      .where(and(eq(merchantUsers.merchantId, merchantId), gte(merchantUsers.createdAt, since), isEnabled))
      .limit(limit),
    db
      .select()
      .from(counters)
      .where(and(ofMerchant, isNew, eq(counters.status, "active")))
      .limit(limit),
    db
      .select({ id: merchants.id, url: merchants.webhookUrl })
      .from(merchants)
      .where(
        and(
          eq(merchants.id, merchantId),
          isNotNull(merchants.webhookUrl),
          or(gte(merchants.createdAt, since), isOwnChanged),
        ),
      ),
    db
      .select({ id: counters.id, url: counters.webhookUrl })
      .from(counters)
      .where(and(ofMerchant, isNotNull(counters.webhookUrl), or(isNew, isChanged)))
      .limit(limit),
  ]);
  return { users, counters: made, webhookAddresses: [...own, ...ofCounters] };
}
