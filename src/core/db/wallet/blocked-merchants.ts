import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "#core/db/client.ts";
import { selectTotal } from "#core/db/paging.ts";
import { merchants } from "#core/db/schema/merchants.ts";
import { blockedMerchants } from "#core/db/schema/wallet.ts";

export interface Block {
  walletId: string;
  merchantId: string;
}

export interface BlockedMerchant {
  merchantId: string;
  businessName: string;
  blockedAt: number;
}

/** Inserts at home. Safe to repeat. No row when the merchant is unknown, or when the wallet has as many blocks as it may. */
export function insertBlock(db: Database, block: Block, now: number, blocksMax: number, condition?: SQL) {
  const { walletId, merchantId } = block;
  return db
    .insert(blockedMerchants)
    .select(sql`
      SELECT ${walletId}, m.id, ${now} FROM merchants m
      WHERE m.id = ${merchantId}
        AND ${mayBlock(block, blocksMax)}${condition && sql` AND ${condition}`}`)
    .onConflictDoUpdate({
      target: [blockedMerchants.walletId, blockedMerchants.merchantId],
      set: { createdAt: sql`created_at` },
    })
    .returning({ merchantId: blockedMerchants.merchantId });
}

/** No row when there was none. */
export function deleteBlock(db: Database, { walletId, merchantId }: Block, condition?: SQL) {
  return db
    .delete(blockedMerchants)
    .where(
      and(eq(blockedMerchants.walletId, walletId), eq(blockedMerchants.merchantId, merchantId), condition),
    )
    .returning({ merchantId: blockedMerchants.merchantId });
}

/** Lists those at home, newest first. */
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

/** Returns true for a merchant that is blocked already, too. */
export function mayBlock(block: Block, blocksMax: number) {
  return sql`((SELECT count(*) FROM blocked_merchants WHERE wallet_id = ${block.walletId}) < ${blocksMax}
          OR ${whereBlocked(block)})`;
}

export function whereBlocked({ walletId, merchantId }: Block) {
  return sql`EXISTS (SELECT 1 FROM blocked_merchants WHERE wallet_id = ${walletId} AND merchant_id = ${merchantId})`;
}
