// The sandbox's wallets: which merchant created one, and the events it has received.
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "#core/db/client.ts";
import type { WalletEventMessage } from "#core/domain/ports/wallet.ts";
import { idpClients } from "#sandbox/identity-provider/schema.ts";
import { sandboxWallets, walletEvents } from "./schema.ts";

const LISTED_MAX = 100;

export async function recordWalletOwner(db: Database, walletId: string, merchantId: string): Promise<void> {
  await db.insert(sandboxWallets).values({ walletId, merchantId });
}

/** Only the merchant that created a wallet may act in the customer's place. */
export async function isWalletOwner(db: Database, walletId: string, merchantId: string): Promise<boolean> {
  const isOwn = and(eq(sandboxWallets.walletId, walletId), eq(sandboxWallets.merchantId, merchantId));
  return (await db.select().from(sandboxWallets).where(isOwn).get()) !== undefined;
}

/** The wallets that a merchant has made, with their clients at the provider. There is no index by merchant. */
export async function eraseMadeWallets(db: Database, merchantId: string, limit: number): Promise<number> {
  const some = db
    .select({ walletId: sandboxWallets.walletId })
    .from(sandboxWallets)
    .where(eq(sandboxWallets.merchantId, merchantId))
    .orderBy(sandboxWallets.walletId)
    .limit(limit);
  const [, erased] = await db.batch([
    db
      .delete(idpClients)
      .where(inArray(idpClients.clientId, sql`(SELECT 'wallet-' || wallet_id FROM ${some})`)),
    db.delete(sandboxWallets).where(inArray(sandboxWallets.walletId, some)).returning(),
  ]);
  return erased.length;
}

/** Safe to repeat: a duplicate is ignored. */
export async function storeWalletEvent(db: Database, event: WalletEventMessage): Promise<void> {
  await db.insert(walletEvents).values(event).onConflictDoNothing();
}

/** Lists the newest first, as CloudEvents in JSON text. */
export async function listWalletEvents(db: Database, walletId: string): Promise<string[]> {
  const rows = await db
    .select({ cloudEvent: walletEvents.cloudEvent })
    .from(walletEvents)
    .where(eq(walletEvents.walletId, walletId))
    .orderBy(desc(walletEvents.id))
    .limit(LISTED_MAX);
  return rows.map((row) => row.cloudEvent);
}

/** The requests to approve a merchant's payments. They are looked for in all events: there is no index by merchant. */
export async function eraseApprovalRequests(
  db: Database,
  merchantId: string,
  limit: number,
): Promise<number> {
  const erased = await db.all(sql`
    DELETE FROM wallet_events WHERE (wallet_id, id) IN (
      SELECT wallet_id, id FROM wallet_events
      WHERE cloud_event ->> '$.data.payment_intent.merchant_id' = ${merchantId} LIMIT ${limit})
    RETURNING id`);
  return erased.length;
}
