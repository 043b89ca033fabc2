// A customer decides which merchants may not request payments. The customer can still pay them by scanning their code.

import { findMerchant } from "#core/db/merchants/merchants.ts";
import type { BlockedMerchant } from "#core/db/wallet/blocked-merchants.ts";
import { listBlocked, removeBlock, storeBlock } from "#core/db/wallet/wallet-blocks.ts";
import { listOpenRequests } from "#core/db/wallet/wallet-intents.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import type { WalletActor } from "#core/services/actor.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import type { Refusal } from "#core/services/refusal.ts";
import { readEach } from "#core/shards/shards.ts";
import { actOnIntent } from "./wallet.ts";

/** More than anyone has reason to block. */
const BLOCKS_MAX = 500;

/** Blocks the merchant and rejects its open requests. Safe to repeat: a repetition completes what an earlier attempt left open. */
export async function blockMerchant(
  deps: Dependencies,
  caller: WalletActor,
  merchantId: string,
): Promise<Result<null, Refusal>> {
  const block = { walletId: caller.walletId, merchantId };
  const shards = await storeBlock(deps.shards, block, deps.clock(), BLOCKS_MAX);
  if (shards === null) {
    const merchant = await findMerchant(deps.db, merchantId);
    return err(merchant === null ? "merchant_not_found" : "too_many_blocked_merchants");
  }
  // A request that is stored later was checked before the block: where there are cells, its own Worker rejects it.
  const open = (await readEach(shards, (shard) => listOpenRequests(shard, caller.walletId))).flat();
  const ofMerchant = open.filter((intent) => intent.merchantId === merchantId);
  // The rejection of one that is being paid is refused: the customer has approved it.
  await Promise.all(ofMerchant.map(({ id }) => actOnIntent(deps, caller, id, "reject")));
  return ok(null);
}

export async function unblockMerchant(
  deps: Dependencies,
  walletId: string,
  merchantId: string,
): Promise<Result<null, Refusal>> {
  const wasBlocked = await removeBlock(deps.shards, { walletId, merchantId }, deps.clock());
  const isKnown = wasBlocked || (await findMerchant(deps.db, merchantId)) !== null;
  return isKnown ? ok(null) : err("merchant_not_found");
}

/** Lists the newest first. */
export async function listBlockedMerchants(
  deps: Dependencies,
  walletId: string,
  position: { page: number; limit: number },
): Promise<{ blocked: BlockedMerchant[]; total: number }> {
  return await listBlocked(deps.shards, walletId, position);
}
