// The merchants that a wallet has blocked, wherever that is: see wallet-cell.ts.
import { and, count, desc, eq, lt, not, sql } from "drizzle-orm";
import type { Shard } from "#core/db/client.ts";
import { insertIf } from "#core/db/insert-if.ts";
import { findMerchant } from "#core/db/merchants/merchants.ts";
import { latestBlocks } from "#core/db/schema/cells.ts";
import { blockedMerchants } from "#core/db/schema/wallet.ts";
import { HOME } from "#core/domain/shards/cells.ts";
import { isSpread, type Shards } from "#core/shards/shards.ts";
import {
  type Block,
  type BlockedMerchant,
  deleteBlock,
  insertBlock,
  listBlocks,
  mayBlock,
  whereBlocked,
} from "./blocked-merchants.ts";
import { type BlockState, inWalletCell, selectBlockState, selectMoved, whereMoved } from "./wallet-cell.ts";
import { listMerchantNames } from "./wallet-history.ts";
import { listWalletShards, selectAsked, shardsAsked } from "./wallet-shards.ts";

/** Requests may have been under way when a block began and ended. */
const LATEST_KEPT_MS = 60 * 60_000;

/**
 * Safe to repeat. Returns the shards that may have open requests of the merchant; null when it is unknown, or when the wallet
 * has as many blocks as it may.
 */
export async function storeBlock(
  shards: Shards,
  block: Block,
  now: number,
  blocksMax: number,
): Promise<Shard[] | null> {
  const { home } = shards;
  const { walletId, merchantId } = block;
  shards.requireAccepted();
  if (!shards.hasCells)
    return (await insertBlock(home, block, now, blocksMax)).length > 0 ? shards.allNamed([HOME]) : null;
  if ((await findMerchant(home, merchantId)) === null) return null;
  const isOfWallet = eq(latestBlocks.walletId, walletId);
  const { asked } = await inWalletCell<{ asked: Shard[] | null }>(
    shards,
    walletId,
    now,
    async (cell, first) => {
      const isAllowed = sql`${whereMoved(walletId)} AND ${mayBlock(block, blocksMax)}`;
      const [, , , , , [state], rows] = await cell.batch([
        ...first,
        insertIf(cell, blockedMerchants, { ...block, createdAt: now }, isAllowed).onConflictDoNothing(),
        insertIf(cell, latestBlocks, { ...block, blockedAt: now }, whereBlocked(block)).onConflictDoUpdate({
          target: [latestBlocks.walletId, latestBlocks.merchantId],
          set: { blockedAt: sql`max(blocked_at + 1, excluded.blocked_at)` },
        }),
        cell.delete(latestBlocks).where(and(isOfWallet, lt(latestBlocks.blockedAt, now - LATEST_KEPT_MS))),
        selectBlockState(cell, block),
        selectAsked(cell, walletId, now),
      ]);
      if (state === undefined) return null;
      return { asked: state.isBlocked ? shardsAsked(shards, rows, block, now) : null };
    },
    async () => {
      const isHere = not(whereMoved(walletId));
      const [inserted, moved] = await home.batch([
        insertBlock(home, block, now, blocksMax, isHere),
        selectMoved(home, walletId),
      ]);
      if (moved.length > 0) return null;
      return { asked: inserted.length > 0 ? await listWalletShards(shards, block, now) : null };
    },
    { readsHome: true },
  );
  if (asked === null) return null;
  // What the cell has forgotten in a restore is where the merchant's payments are, unless it is spread.
  const own = shards.ofMerchant(merchantId);
  const forgotten = isSpread(own) ? [] : own.slice(0, 1);
  return [...asked, ...forgotten.filter(({ name: shard }) => !asked.some((each) => each.name === shard))];
}

/** Returns false when there was none. */
export async function removeBlock(shards: Shards, block: Block, now: number): Promise<boolean> {
  const { home } = shards;
  const { walletId } = block;
  shards.requireAccepted();
  if (!shards.hasCells) return (await deleteBlock(home, block)).length > 0;
  const { removed } = await inWalletCell(
    shards,
    walletId,
    now,
    async (cell, first) => {
      const [, , removed, [state]] = await cell.batch([
        ...first,
        deleteBlock(cell, block),
        selectBlockState(cell, block),
      ]);
      return state === undefined ? null : { removed };
    },
    async () => {
      const isHere = not(whereMoved(walletId));
      const [removed, moved] = await home.batch([
        deleteBlock(home, block, isHere),
        selectMoved(home, walletId),
      ]);
      return moved.length > 0 ? null : { removed };
    },
  );
  return removed.length > 0;
}

export async function readBlock(shards: Shards, pair: Block): Promise<BlockState> {
  const [state] = await selectBlockState(await shards.ofWallet(pair.walletId), pair);
  if (state !== undefined) return state;
  const { blocked } = await shards.home.get<{ blocked: number }>(
    sql`SELECT ${whereBlocked(pair)} AS blocked`,
  );
  return { isBlocked: blocked === 1, blockedAt: 0 };
}

/** Lists the newest first. */
export async function listBlocked(
  shards: Shards,
  walletId: string,
  page: { page: number; limit: number },
): Promise<{ blocked: BlockedMerchant[]; total: number }> {
  const { home } = shards;
  shards.requireAccepted();
  if (!shards.hasCells) return await listBlocks(home, walletId, page);
  const cell = await shards.ofWallet(walletId);
  const { merchantId, createdAt } = blockedMerchants;
  const isOfWallet = eq(blockedMerchants.walletId, walletId);
  const [moved, rows, [counted]] = await cell.batch([
    selectMoved(cell, walletId),
    cell
      .select({ merchantId, blockedAt: createdAt })
      .from(blockedMerchants)
      .where(isOfWallet)
      .orderBy(desc(createdAt), desc(merchantId))
      .limit(page.limit)
      .offset((page.page - 1) * page.limit),
    cell.select({ total: count() }).from(blockedMerchants).where(isOfWallet),
  ]);
  if (moved.length === 0) return await listBlocks(home, walletId, page);
  const names = await listMerchantNames(
    home,
    rows.map((row) => row.merchantId),
  );
  const blocked = rows.flatMap((row) => {
    const merchant = names.get(row.merchantId);
    return merchant === undefined ? [] : [{ ...row, businessName: merchant.businessName }];
  });
  return { blocked, total: counted?.total ?? 0 };
}
