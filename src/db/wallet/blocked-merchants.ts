import { and, desc, eq, sql } from "drizzle-orm";
import type { Database, Place } from "../client.ts";
import { selectTotal } from "../paging.ts";
import { merchants } from "../schema/merchants.ts";
import { IS_PENDING_APPROVAL, paymentIntents } from "../schema/payment-intents.ts";
import { blockedMerchants } from "../schema/wallet.ts";

export interface Block {
  walletId: string;
  merchantId: string;
}

export interface BlockedMerchant {
  merchantId: string;
  businessName: string;
  blockedAt: number;
}

/** Safe to repeat. False when the merchant is unknown, or when the wallet has as many blocks as it may. */
export async function insertBlock(
  db: Database,
  { walletId, merchantId }: Block,
  now: number,
  blocksMax: number,
): Promise<boolean> {
  const rows = await db
    .insert(blockedMerchants)
    .select(sql`
      SELECT ${walletId}, m.id, ${now} FROM merchants m
      WHERE m.id = ${merchantId}
        AND ((SELECT count(*) FROM blocked_merchants WHERE wallet_id = ${walletId}) < ${blocksMax}
          OR ${isBlocked({ walletId, merchantId })})`)
    .onConflictDoUpdate({
      target: [blockedMerchants.walletId, blockedMerchants.merchantId],
      set: { createdAt: sql`created_at` },
    })
    .returning({ merchantId: blockedMerchants.merchantId });
  return rows.length > 0;
}

/** False when there was none. */
export async function deleteBlock(db: Database, { walletId, merchantId }: Block): Promise<boolean> {
  const rows = await db
    .delete(blockedMerchants)
    .where(and(eq(blockedMerchants.walletId, walletId), eq(blockedMerchants.merchantId, merchantId)))
    .returning({ merchantId: blockedMerchants.merchantId });
  return rows.length > 0;
}

/** Newest first. */
export async function listBlocks(
  db: Database,
  walletId: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ blocked: BlockedMerchant[]; total: number }> {
  const [blocked, [counted]] = await db.batch([
    db
      .select({
        merchantId: merchants.id,
        businessName: merchants.businessName,
        blockedAt: blockedMerchants.createdAt,
      })
      .from(blockedMerchants)
      .innerJoin(merchants, eq(merchants.id, blockedMerchants.merchantId))
      .where(eq(blockedMerchants.walletId, walletId))
      .orderBy(desc(blockedMerchants.createdAt), desc(blockedMerchants.merchantId))
      .limit(limit)
      .offset((page - 1) * limit),
    selectTotal(db, "blocked_merchants", [walletId]),
  ]);
  return { blocked, total: counted?.total ?? 0 };
}

/** The intents of this merchant that wait for this wallet's approval. */
export async function listApprovalsFor(db: Place, { walletId, merchantId }: Block): Promise<string[]> {
  const { id, targetWalletId } = paymentIntents;
  const rows = await db
    .select({ id })
    .from(paymentIntents)
    .where(
      and(
        eq(targetWalletId, walletId),
        IS_PENDING_APPROVAL,
        // `+` keeps SQLite from reading all open intents of the merchant instead.
        sql`+${paymentIntents.merchantId} = ${merchantId}`,
      ),
    );
  return rows.map((row) => row.id);
}

export function isBlocked({ walletId, merchantId }: Block) {
  return sql`EXISTS (SELECT 1 FROM blocked_merchants WHERE wallet_id = ${walletId} AND merchant_id = ${merchantId})`;
}
