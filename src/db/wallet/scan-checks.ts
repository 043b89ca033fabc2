// Reads what decides whether a merchant may request a payment from a wallet.
import { and, count, desc, eq, gt, max, sql } from "drizzle-orm";
import { REJECTIONS_COUNTED_MAX, type Rejections } from "../../domain/rejections.ts";
import type { Database } from "../client.ts";
import { IS_REJECTED, paymentIntents } from "../schema/payment-intents.ts";
import { lastScanTokens } from "../schema/wallet.ts";
import { type Block, isBlocked } from "./blocked-merchants.ts";

export interface ScanChecks {
  /** The wallet's id is a merchant's. */
  isMerchant: boolean;
  isBlocked: boolean;
  rejections: Rejections;
}

/** In one statement. Rejections before `rejectedSince` do not count. */
export async function readScanChecks(db: Database, pair: Block, rejectedSince: number): Promise<ScanChecks> {
  const { cancelledAt, targetWalletId, merchantId } = paymentIntents;
  const rejected = db
    .select({ cancelledAt })
    .from(paymentIntents)
    .where(
      and(
        eq(targetWalletId, pair.walletId),
        eq(merchantId, pair.merchantId),
        IS_REJECTED,
        gt(cancelledAt, rejectedSince),
      ),
    )
    .orderBy(desc(cancelledAt))
    .limit(REJECTIONS_COUNTED_MAX)
    .as("rejected");
  const row = await db
    .select({
      count: count(),
      lastAt: max(rejected.cancelledAt),
      isMerchant: sql<number>`EXISTS (SELECT 1 FROM merchants WHERE id = ${pair.walletId})`,
      isBlocked: sql<number>`${isBlocked(pair)}`,
    })
    .from(rejected)
    .get();
  return {
    isMerchant: row?.isMerchant === 1,
    isBlocked: row?.isBlocked === 1,
    rejections: { count: row?.count ?? 0, lastAt: row?.lastAt ?? null },
  };
}

type ScanTokenUse = Block & { tokenId: string };

/**
 * Makes this the wallet's newest token in use. Returns no row when it is older than the newest one, or when another
 * merchant has used it.
 */
export function useScanToken(db: Database, use: ScanTokenUse) {
  return db
    .insert(lastScanTokens)
    .values(use)
    .onConflictDoUpdate({
      target: lastScanTokens.walletId,
      set: { tokenId: use.tokenId, merchantId: use.merchantId },
      setWhere: sql`token_id < excluded.token_id
        OR (token_id = excluded.token_id AND merchant_id = excluded.merchant_id)`,
    })
    .returning({ walletId: lastScanTokens.walletId });
}

/** For the statement that stores the intent, in one batch with `useScanToken`. */
export function isUsedBy({ walletId, merchantId, tokenId }: ScanTokenUse) {
  return sql`EXISTS (SELECT 1 FROM last_scan_tokens
    WHERE wallet_id = ${walletId} AND token_id = ${tokenId} AND merchant_id = ${merchantId})`;
}
