// A customer decides which merchants may not request payments. The customer can still pay them by scanning their code.

import { findMerchant } from "../../db/merchants/merchants.ts";
import { readEach } from "../../db/places.ts";
import {
  type BlockedMerchant,
  deleteBlock,
  insertBlock,
  listApprovalsFor,
  listBlocks,
} from "../../db/wallet/blocked-merchants.ts";
import { listWalletPlaces } from "../../db/wallet/wallet-places.ts";
import { err, ok, type Result } from "../../domain/result.ts";
import type { WalletCaller } from "../caller.ts";
import type { Dependencies } from "../dependencies.ts";
import { renewAccountCopies } from "../merchants/account-copies.ts";
import type { Refusal } from "../refusal.ts";
import { actOnIntent } from "./wallet.ts";

/** More than anyone has reason to block. */
const BLOCKS_MAX = 500;

/**
 * Also rejects the merchant's open requests. Safe to repeat: a repetition completes what an earlier attempt left open.
 * Throws DependencyError when a cell of the merchant does not get the block; the sweep goes on with that.
 */
export async function blockMerchant(
  deps: Dependencies,
  caller: WalletCaller,
  merchantId: string,
): Promise<Result<null, Refusal>> {
  const block = { walletId: caller.walletId, merchantId };
  if (!(await insertBlock(deps.db, block, deps.clock(), BLOCKS_MAX))) {
    const merchant = await findMerchant(deps.db, merchantId);
    return err(merchant === null ? "merchant_not_found" : "too_many_blocked_merchants");
  }
  await renewAccountCopies(deps, merchantId);
  // The list is complete: since the block, no request of this merchant can be stored.
  const places = await listWalletPlaces(deps.places, block, deps.clock());
  const open = (await readEach(places, (place) => listApprovalsFor(place, block))).flat();
  // The rejection of one that is being paid is refused: the customer has approved it.
  await Promise.all(open.map((intentId) => actOnIntent(deps, caller, intentId, "reject")));
  return ok(null);
}

export async function unblockMerchant(
  deps: Dependencies,
  walletId: string,
  merchantId: string,
): Promise<Result<null, Refusal>> {
  const wasBlocked = await deleteBlock(deps.db, { walletId, merchantId });
  const isKnown = wasBlocked || (await findMerchant(deps.db, merchantId)) !== null;
  if (!isKnown) return err("merchant_not_found");
  await renewAccountCopies(deps, merchantId);
  return ok(null);
}

/** Newest first. */
export async function listBlockedMerchants(
  deps: Dependencies,
  walletId: string,
  position: { page: number; limit: number },
): Promise<{ blocked: BlockedMerchant[]; total: number }> {
  return await listBlocks(deps.db, walletId, position);
}
