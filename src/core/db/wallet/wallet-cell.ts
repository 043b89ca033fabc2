// What a wallet alone decides is in a cell of its own, once there are cells: which merchants it has blocked, where it was asked,
// and its newest scan token. Blocks from before are at home, and copied in the transaction of the wallet's first request or
// change after cells have begun. Home refuses to change them before it is read for that, since the clocks of Workers differ;
// those that have no CELLS yet are gone by then.
import { eq, sql } from "drizzle-orm";
import type { Database, Shard } from "#core/db/client.ts";
import { insertIf } from "#core/db/insert-if.ts";
import { blockedMerchants, movedWallets } from "#core/db/schema/wallet.ts";
import { CLOCK_SKEW_MS } from "#core/domain/shards/shard-ids.ts";
import { callObject } from "#core/lib/call-object.ts";
import type { Shards } from "#core/shards/shards.ts";
import { type Block, whereBlocked } from "./blocked-merchants.ts";

export interface BlockState {
  isBlocked: boolean;
  /** When the latest block began, of those that have ended as well, epoch milliseconds; 0 without any. */
  blockedAt: number;
}

type Copying = ReturnType<typeof copying>;

/**
 * One transaction in the wallet's cell, which first copies home's blocks if they are to be copied. `atCell` may run twice, and
 * returns null, with no blocks changed, while the cell lacks them; `atHome` returns null once they are to be copied.
 * `readsHome`: reads them in any case, so that the cell is asked once only.
 */
export async function inWalletCell<Done extends object>(
  shards: Shards,
  walletId: string,
  now: number,
  atCell: (cell: Shard, first: Copying) => Promise<Done | null>,
  atHome: () => Promise<Done | null>,
  { readsHome = false } = {},
): Promise<Done> {
  const cell = await shards.ofWallet(walletId);
  const attempt = (blocks: HomeBlocks | null) =>
    callObject(true, () => atCell(cell, copying(cell, walletId, blocks)));
  const hasBegun = now + CLOCK_SKEW_MS >= shards.cellsSince;
  const done =
    (hasBegun && readsHome ? null : await attempt(null)) ??
    (hasBegun ? null : await atHome()) ??
    (await attempt(await freezeHome(shards.home, walletId)));
  if (done === null) throw new Error("the wallet's blocks were not copied");
  return done;
}

/** Copies nothing with `null`. */
function copying(cell: Shard, walletId: string, blocks: HomeBlocks | null) {
  return [
    cell
      .insert(blockedMerchants)
      .select(
        sql`SELECT ${walletId}, value ->> 'merchantId', value ->> 'createdAt' FROM json_each(${JSON.stringify(blocks ?? [])})
            WHERE NOT ${whereMoved(walletId)}`,
      )
      .onConflictDoNothing(),
    insertIf(cell, movedWallets, { walletId }, sql`${blocks === null ? 0 : 1}`).onConflictDoNothing(),
  ] as const;
}

type HomeBlocks = Awaited<ReturnType<typeof freezeHome>>;

async function freezeHome(home: Database, walletId: string) {
  const { merchantId, createdAt } = blockedMerchants;
  const [, blocks] = await home.batch([
    home.insert(movedWallets).values({ walletId }).onConflictDoNothing(),
    home
      .select({ merchantId, createdAt })
      .from(blockedMerchants)
      .where(eq(blockedMerchants.walletId, walletId)),
  ]);
  return blocks;
}

/** Means in the cell that it has the wallet's blocks, and at home that they may not change there. */
export function whereMoved(walletId: string) {
  return sql`EXISTS (SELECT 1 FROM moved_wallets WHERE wallet_id = ${walletId})`;
}

export function selectMoved(db: Shard, walletId: string) {
  return db.select().from(movedWallets).where(eq(movedWallets.walletId, walletId));
}

/** Belongs in a batch in the wallet's cell: no row while home has the blocks. */
export function selectBlockState(cell: Shard, pair: Block) {
  const { walletId, merchantId } = pair;
  return cell
    .select({
      isBlocked: sql`${whereBlocked(pair)}`.mapWith(Boolean),
      blockedAt: sql<number>`coalesce((SELECT blocked_at FROM latest_blocks
        WHERE wallet_id = ${walletId} AND merchant_id = ${merchantId}), 0)`,
    })
    .from(movedWallets)
    .where(eq(movedWallets.walletId, walletId));
}
