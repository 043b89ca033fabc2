// Where a wallet was asked for approvals, once there are cells: requests are where their merchants' payments are, and the
// wallet's own cell names these places. It names one before the request is stored, and forgets none: it has no more of
// them than the wallet's shops have places. It also has the scan token that was used last. Requests from before are at home.
import { and, eq, gt, sql } from "drizzle-orm";
import { HOME } from "../../domain/cells.ts";
import type { IntentToInsert } from "../../domain/payment-intent.ts";
import { CLOCK_SKEW_MS, mayHavePaymentsOf, timeOf } from "../../domain/placed-id.ts";
import { callObject } from "../../lib/call-object.ts";
import type { Place } from "../client.ts";
import type { Places } from "../places.ts";
import { excluded } from "../prepared-statements.ts";
import { walletPlaces } from "../schema/cells.ts";
import { type ScanTokenUse, useScanToken } from "./scan-checks.ts";
import { OPEN_MAX_MS } from "./wallet-history.ts";

/** Those with requests whose deadline is later, of one merchant if it is given. Makes no cell. */
export async function listWalletPlaces(
  places: Places,
  { walletId, merchantId }: { walletId: string; merchantId?: string },
  endAfter = 0,
): Promise<Place[]> {
  if (!places.hasCells) return places.allNamed([HOME]);
  const cell = await places.ofWallet(walletId);
  const rows = await cell
    .select({ place: walletPlaces.place })
    .from(walletPlaces)
    .where(and(eq(walletPlaces.walletId, walletId), gt(walletPlaces.until, endAfter)));
  const names = new Set(rows.map(({ place }) => place));
  if (endAfter < places.cellsSince + OPEN_MAX_MS + CLOCK_SKEW_MS) names.add(HOME);
  const isWanted = (name: string) => merchantId === undefined || mayHavePaymentsOf(merchantId, name);
  return places.allNamed([...names].filter(isWanted));
}

/** Before a request is stored: while a setting begins, its object may take the earlier place or the later one. */
export async function noteWalletPlaces(
  places: Places,
  walletId: string,
  { id, createdAt, expiresAt: until }: IntentToInsert,
): Promise<void> {
  const cell = await places.ofWallet(walletId);
  const times = [createdAt - CLOCK_SKEW_MS, createdAt, createdAt + CLOCK_SKEW_MS];
  const asked = times.map((at) => places.ofNew(id, at));
  const note = cell
    .insert(walletPlaces)
    .values(asked.map(({ place }) => ({ walletId, place, until })))
    .onConflictDoUpdate({
      target: [walletPlaces.walletId, walletPlaces.place],
      set: { until: excluded("until") },
      setWhere: sql`${walletPlaces.until} < ${excluded("until")}`,
    });
  await callObject(true, async () => await note);
}

/** A token's own time says where, so that no two can use it in different places. False when it cannot be used. */
export async function useToken(places: Places, use: ScanTokenUse): Promise<boolean> {
  const isOfCell = timeOf(use.tokenId) >= places.cellsSince;
  const place = isOfCell ? await places.ofWallet(use.walletId) : places.home;
  return (await callObject(true, async () => await useScanToken(place, use))).length > 0;
}
