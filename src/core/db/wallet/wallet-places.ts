// Where a wallet was asked for approvals, once there are cells: requests are where their merchants' payments are, and the
// wallet's own cell names these places. It names one before the request is stored, and forgets none: it has no more of
// them than the wallet's shops have places. Requests from before are at home.
import { and, eq, gt, not, sql } from "drizzle-orm";
import type { Place } from "#core/db/client.ts";
import type { Places } from "#core/db/places.ts";
import { excluded } from "#core/db/prepared-statements.ts";
import { walletPlaces } from "#core/db/schema/cells.ts";
import { HOME } from "#core/domain/cells.ts";
import type { IntentToInsert } from "#core/domain/payment-intent.ts";
import { CLOCK_SKEW_MS, mayHavePaymentsOf, timeOf } from "#core/domain/placed-id.ts";
import { callObject } from "#core/lib/call-object.ts";
import { type Block, isBlocked } from "./blocked-merchants.ts";
import { type ScanTokenUse, useScanToken } from "./scan-checks.ts";
import { type BlockState, inWalletCell, selectBlockState } from "./wallet-cell.ts";

/** The longest that an intent can be open. */
const OPEN_MAX_MS = 30 * 24 * 60 * 60_000;

/** Lists those with requests whose deadline is later, of one merchant if it is given. Makes no cell. */
export async function listWalletPlaces(
  places: Places,
  { walletId, merchantId }: { walletId: string; merchantId?: string },
  endAfter = 0,
): Promise<Place[]> {
  if (!places.hasCells) return places.allNamed([HOME]);
  const rows = await selectAsked(await places.ofWallet(walletId), walletId, endAfter);
  return placesAsked(places, rows, { merchantId }, endAfter);
}

/** Reads where one merchant has asked, with its block; null while home has the blocks. In one request. */
export async function readAsked(
  places: Places,
  pair: Block,
  endAfter: number,
): Promise<{ asked: Place[]; block: BlockState | null }> {
  if (!places.hasCells) return { asked: places.allNamed([HOME]), block: null };
  const cell = await places.ofWallet(pair.walletId);
  const [rows, [block = null]] = await cell.batch([
    selectAsked(cell, pair.walletId, endAfter),
    selectBlockState(cell, pair),
  ]);
  return { asked: placesAsked(places, rows, pair, endAfter), block };
}

/** Belongs in a batch in the wallet's cell. */
export function selectAsked(cell: Place, walletId: string, endAfter: number) {
  return cell
    .select({ place: walletPlaces.place })
    .from(walletPlaces)
    .where(and(eq(walletPlaces.walletId, walletId), gt(walletPlaces.until, endAfter)));
}

export function placesAsked(
  places: Places,
  rows: readonly { place: string }[],
  { merchantId }: { merchantId?: string | undefined },
  endAfter: number,
): Place[] {
  const names = new Set(rows.map(({ place }) => place));
  if (endAfter < places.cellsSince + OPEN_MAX_MS + CLOCK_SKEW_MS) names.add(HOME);
  const isWanted = (name: string) => merchantId === undefined || mayHavePaymentsOf(merchantId, name);
  return places.allNamed([...names].filter(isWanted));
}

/**
 * Notes it before it is stored, unless the merchant is blocked: while a setting begins, its object may take the earlier place or
 * the later one. Where it can only be at home and home has the blocks, what stores it decides.
 */
export async function noteRequest(
  places: Places,
  pair: Block,
  { id, createdAt, expiresAt }: IntentToInsert,
): Promise<BlockState> {
  const times = [createdAt - CLOCK_SKEW_MS, createdAt, createdAt + CLOCK_SKEW_MS];
  const asked = JSON.stringify(times.map((at) => places.ofNew(id, at).place));
  const { walletId } = pair;
  return await inWalletCell<BlockState>(
    places,
    walletId,
    createdAt,
    async (cell, first) => {
      const [, , , [block = null]] = await cell.batch([
        ...first,
        cell
          .insert(walletPlaces)
          .select(
            sql`SELECT ${walletId}, value, ${expiresAt} FROM json_each(${asked}) WHERE ${not(isBlocked(pair))}`,
          )
          .onConflictDoUpdate({
            target: [walletPlaces.walletId, walletPlaces.place],
            set: { until: excluded("until") },
            setWhere: sql`${walletPlaces.until} < ${excluded("until")}`,
          }),
        selectBlockState(cell, pair),
      ]);
      return block;
    },
    async () => ({ isBlocked: false, blockedAt: 0 }),
  );
}

/** A token's own time says where, so that no two can use it in different places. Returns false when it cannot be used. */
export async function useToken(places: Places, use: ScanTokenUse): Promise<boolean> {
  const isOfCell = timeOf(use.tokenId) >= places.cellsSince;
  const place = isOfCell ? await places.ofWallet(use.walletId) : places.home;
  return (await callObject(true, async () => await useScanToken(place, use))).length > 0;
}
