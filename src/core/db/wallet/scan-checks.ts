// Reads what decides whether a merchant may request a payment from a wallet.
import { and, count, desc, eq, gt, max, type SQL, sql } from "drizzle-orm";
import type { Database } from "#core/db/client.ts";
import { IS_REJECTED, IS_WITHDRAWN, paymentIntents } from "#core/db/schema/payment-intents.ts";
import { lastScanTokens } from "#core/db/schema/wallet.ts";
import {
  type EndedRequests,
  FREE_WITHDRAWALS,
  REJECTIONS_COUNTED_MAX,
} from "#core/domain/payment-intents/rejections.ts";
import { type Block, whereBlocked } from "./blocked-merchants.ts";

export interface ScanChecks {
  /** The wallet's id is a merchant's; only home knows all merchants. */
  isMerchant: boolean;
  isBlocked: boolean;
  rejections: EndedRequests;
  withdrawals: EndedRequests;
}

/** Reads in one statement. Requests that ended before `endedSince` do not count. */
export async function readScanChecks(db: Database, pair: Block, endedSince: number): Promise<ScanChecks> {
  const rejected = countEnded(db, pair, endedSince, {
    name: "rejected",
    reason: IS_REJECTED,
    max: REJECTIONS_COUNTED_MAX,
  });
  const withdrawn = countEnded(db, pair, endedSince, {
    name: "withdrawn",
    reason: IS_WITHDRAWN,
    max: REJECTIONS_COUNTED_MAX + FREE_WITHDRAWALS,
  });
  const row = await db
    .select({
      rejections: rejected.count,
      lastRejectedAt: rejected.lastAt,
      withdrawals: withdrawn.count,
      lastWithdrawnAt: withdrawn.lastAt,
      isMerchant: sql<number>`EXISTS (SELECT 1 FROM merchants WHERE id = ${pair.walletId})`,
      isBlocked: sql<number>`${whereBlocked(pair)}`,
    })
    .from(rejected)
    .crossJoin(withdrawn)
    .get();
  return {
    isMerchant: row?.isMerchant === 1,
    isBlocked: row?.isBlocked === 1,
    rejections: { count: row?.rejections ?? 0, lastAt: row?.lastRejectedAt ?? null },
    withdrawals: { count: row?.withdrawals ?? 0, lastAt: row?.lastWithdrawnAt ?? null },
  };
}

/** Counts the latest requests that ended for this reason, up to the maximum. */
function countEnded(
  db: Database,
  pair: Block,
  endedSince: number,
  { name, reason, max: limit }: { name: string; reason: SQL; max: number },
) {
  const { cancelledAt, targetWalletId, merchantId } = paymentIntents;
  const ended = db
    .select({ cancelledAt })
    .from(paymentIntents)
    .where(
      and(
        eq(targetWalletId, pair.walletId),
        eq(merchantId, pair.merchantId),
        reason,
        gt(cancelledAt, endedSince),
      ),
    )
    .orderBy(desc(cancelledAt))
    .limit(limit)
    .as("ended");
  // Drizzle names an aliased column without its table, so that the two would be ambiguous.
  return db
    .select({ count: count().as(`${name}_count`), lastAt: max(ended.cancelledAt).as(`${name}_last_at`) })
    .from(ended)
    .as(name);
}

export type ScanTokenUse = Block & { tokenId: string };

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

/** Guards the statement that stores the intent, in one batch with `useScanToken`. */
export function whereUsedBy({ walletId, merchantId, tokenId }: ScanTokenUse) {
  return sql`EXISTS (SELECT 1 FROM last_scan_tokens
    WHERE wallet_id = ${walletId} AND token_id = ${tokenId} AND merchant_id = ${merchantId})`;
}
