// Where a wallet was asked for approvals, once there are cells: requests are where their merchants' payments are, and the
// wallet's own cell names these shards. It names one before the request is stored, and forgets none: it has no more of
// them than the wallet's shops have shards. Requests from before are at home.
import { and, eq, gt, not, sql } from "drizzle-orm";
import type { Shard } from "#core/db/client.ts";
import { excluded } from "#core/db/prepared-statements.ts";
import { walletShards } from "#core/db/schema/cells.ts";
import type { IntentToInsert } from "#core/domain/payment-intents/payment-intent.ts";
import { HOME } from "#core/domain/shards/cells.ts";
import { CLOCK_SKEW_MS, mayHavePaymentsOf, timeOf } from "#core/domain/shards/shard-ids.ts";
import { callObject } from "#core/lib/call-object.ts";
import type { Shards } from "#core/shards/shards.ts";
import { type Block, whereBlocked } from "./blocked-merchants.ts";
import { type ScanTokenUse, useScanToken } from "./scan-checks.ts";
import { type BlockState, inWalletCell, selectBlockState } from "./wallet-cell.ts";

/** The longest that an intent can be open. */
const OPEN_MAX_MS = 30 * 24 * 60 * 60_000;

/** Lists those with requests whose deadline is later, of one merchant if it is given. Makes no cell. */
export async function listWalletShards(
  shards: Shards,
  { walletId, merchantId }: { walletId: string; merchantId?: string },
  endAfter = 0,
): Promise<Shard[]> {
  if (!shards.hasCells) return shards.allNamed([HOME]);
  const rows = await selectAsked(await shards.ofWallet(walletId), walletId, endAfter);
  return shardsAsked(shards, rows, { merchantId }, endAfter);
}

/** Reads where one merchant has asked, with its block; null while home has the blocks. In one request. */
export async function readAsked(
  shards: Shards,
  pair: Block,
  endAfter: number,
): Promise<{ asked: Shard[]; block: BlockState | null }> {
  if (!shards.hasCells) return { asked: shards.allNamed([HOME]), block: null };
  const cell = await shards.ofWallet(pair.walletId);
  const [rows, [block = null]] = await cell.batch([
    selectAsked(cell, pair.walletId, endAfter),
    selectBlockState(cell, pair),
  ]);
  return { asked: shardsAsked(shards, rows, pair, endAfter), block };
}

/** Belongs in a batch in the wallet's cell. */
export function selectAsked(cell: Shard, walletId: string, endAfter: number) {
  return cell
    .select({ place: walletShards.place })
    .from(walletShards)
    .where(and(eq(walletShards.walletId, walletId), gt(walletShards.until, endAfter)));
}

export function shardsAsked(
  shards: Shards,
  rows: readonly { place: string }[],
  { merchantId }: { merchantId?: string | undefined },
  endAfter: number,
): Shard[] {
  const names = new Set(rows.map(({ place: shard }) => shard));
  if (endAfter < shards.cellsSince + OPEN_MAX_MS + CLOCK_SKEW_MS) names.add(HOME);
  const isWanted = (name: string) => merchantId === undefined || mayHavePaymentsOf(merchantId, name);
  return shards.allNamed([...names].filter(isWanted));
}

/**
 * Notes it before it is stored, unless the merchant is blocked: while a setting begins, its object may take the earlier shard or
 * the later one. Where it can only be at home and home has the blocks, what stores it decides.
 */
export async function noteRequest(
  shards: Shards,
  pair: Block,
  { id, createdAt, expiresAt }: IntentToInsert,
): Promise<BlockState> {
  const times = [createdAt - CLOCK_SKEW_MS, createdAt, createdAt + CLOCK_SKEW_MS];
  const asked = JSON.stringify(times.map((at) => shards.ofNew(id, at).name));
  const { walletId } = pair;
  return await inWalletCell<BlockState>(
    shards,
    walletId,
    createdAt,
    async (cell, first) => {
      const [, , , [block = null]] = await cell.batch([
        ...first,
        cell
          .insert(walletShards)
          .select(
            sql`SELECT ${walletId}, value, ${expiresAt} FROM json_each(${asked}) WHERE ${not(whereBlocked(pair))}`,
          )
          .onConflictDoUpdate({
            target: [walletShards.walletId, walletShards.place],
            set: { until: excluded("until") },
            setWhere: sql`${walletShards.until} < ${excluded("until")}`,
          }),
        selectBlockState(cell, pair),
      ]);
      return block;
    },
    async () => ({ isBlocked: false, blockedAt: 0 }),
  );
}

/** A token's own time says where, so that no two can use it in different shards. Returns false when it cannot be used. */
export async function useToken(shards: Shards, use: ScanTokenUse): Promise<boolean> {
  const isOfCell = timeOf(use.tokenId) >= shards.cellsSince;
  const shard = isOfCell ? await shards.ofWallet(use.walletId) : shards.home;
  return (await callObject(true, async () => await useScanToken(shard, use))).length > 0;
}
