// The erasure of a merchant: its request, and its end. What lies between is in erased-rows.ts.
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { type NewAuditEntry, withAuditEntry } from "#core/db/audit/audit-trail.ts";
import type { Database, Shard } from "#core/db/client.ts";
import { insertIf } from "#core/db/insert-if.ts";
import { eraseProfile } from "#core/db/merchants/merchant-profiles.ts";
import { counters } from "#core/db/schema/counters.ts";
import { disabledUsers, invitations, merchants, merchantUsers } from "#core/db/schema/merchants.ts";
import { sweepPositions } from "#core/db/schema/operations.ts";
import { IS_OPEN, IS_REFUND_PENDING } from "#core/db/schema/payment-intents.ts";
import { tillPairings } from "#core/db/schema/sessions.ts";
import { uuidSince } from "#core/db/webhooks/time-ordered-id.ts";
import type { Merchant } from "#core/domain/merchants/merchant.ts";
import { ERASED, ERASURE_DELAY_MS, erasedEmail, erasureStart } from "../domain/merchant-erasure.ts";

/** Whether a payment or refund of the merchant is open, and whether anything has happened to its payments since then. */
export async function readActivity(
  db: Shard,
  merchantId: string,
  since: number,
): Promise<{ isOpen: boolean; isRecent: boolean }> {
  const ofMerchant = sql`merchant_id = ${merchantId}`;
  const row = await db.get<{ open: 0 | 1; recent: 0 | 1 } | undefined>(sql`
    SELECT EXISTS (SELECT 1 FROM payment_intents WHERE ${ofMerchant} AND ${IS_OPEN})
        OR EXISTS (SELECT 1 FROM payment_intents WHERE ${ofMerchant} AND ${IS_REFUND_PENDING})
        OR EXISTS (SELECT 1 FROM unfinished_work WHERE ${ofMerchant}) AS open,
      EXISTS (SELECT 1 FROM events WHERE ${ofMerchant} AND id >= ${uuidSince(since)}) AS recent`);
  return { isOpen: row?.open === 1, isRecent: row?.recent === 1 };
}

/** Stores where the sweep begins. Returns null when the merchant is not closed, or when it was requested before. */
export async function beginErasure(
  db: Database,
  merchantId: string,
  now: number,
  entry: NewAuditEntry | null,
): Promise<Merchant | null> {
  const { id, status, suspendedAt, erasureRequestedAt } = merchants;
  const request = db
    .update(merchants)
    .set({ erasureRequestedAt: now })
    .where(and(eq(id, merchantId), eq(status, "closed"), isNotNull(suspendedAt), isNull(erasureRequestedAt)))
    .returning();
  const position = {
    part: "erasures" as const,
    key: merchantId,
    position: erasureStart(merchantId),
    updatedAt: now + ERASURE_DELAY_MS,
  };
  const start = insertIf(db, sweepPositions, position, sql`changes() > 0`).onConflictDoNothing();
  return await withAuditEntry(db, request, entry, start);
}

export async function eraseAccount(home: Database, merchantId: string): Promise<void> {
  const noWebhook = { webhookUrl: null, previousWebhookSecret: null, previousSecretExpiresAt: null };
  const nothingSaid = { suspensionReason: null, refundsStopReason: null };
  await home.batch([
    home
      .update(merchants)
      .set({
        email: erasedEmail(merchantId),
        businessName: ERASED,
        returnSchemes: [],
        ...noWebhook,
        ...nothingSaid,
      })
      .where(eq(merchants.id, merchantId)),
    home
      .update(counters)
      .set({
        name: ERASED,
        location: "",
        ...noWebhook,
        revocationReason: sql`iif(revocation_reason IS NULL, NULL, ${ERASED})`,
      })
      .where(eq(counters.merchantId, merchantId)),
    ...eraseProfile(home, merchantId),
  ]);
}

export async function hasProviderTasks(db: Database, merchantId: string): Promise<boolean> {
  const rows = await db.all(sql`SELECT 1 FROM provider_tasks WHERE merchant_id = ${merchantId} LIMIT 1`);
  return rows.length > 0;
}

/** Deletes what only said who may act for the merchant as well. Returns false when it was complete before. */
export async function completeErasure(
  db: Shard,
  merchantId: string,
  now: number,
  entry: NewAuditEntry | null,
): Promise<boolean> {
  const completion = db
    .update(merchants)
    .set({ erasedAt: now })
    .where(and(eq(merchants.id, merchantId), isNull(merchants.erasedAt)))
    .returning({ id: merchants.id });
  const completed = await withAuditEntry(
    db,
    completion,
    entry,
    ...[merchantUsers, invitations, disabledUsers, tillPairings].map((table) =>
      db.delete(table).where(eq(table.merchantId, merchantId)),
    ),
  );
  return completed !== null;
}
