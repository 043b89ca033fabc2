// Erases what the service holds about a customer. What accounting needs stays: payments and refunds, at their merchants
// and at the ledger, under the wallet's id.
//
// A new table with rows of a wallet must be added to src/core/db/wallet/wallet-rows.ts, or by its part: the export and the erasure read
// it.

import { deleteWalletRows } from "#core/db/wallet/wallet-rows.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { log } from "#core/lib/log.ts";
import type { WalletActor } from "#core/services/actor.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { listPaymentsUnderWay } from "#core/services/wallet/wallet.ts";
import { rejectWaiting } from "#core/services/wallet/wallet-stops.ts";

/** Safe to repeat: a repetition completes what an earlier attempt left. */
export async function eraseWallet(
  deps: Dependencies,
  caller: WalletActor,
): Promise<Result<null, "payment_in_progress">> {
  const { walletId } = caller;
  if ((await listPaymentsUnderWay(deps, walletId)).length > 0) return err("payment_in_progress");
  if (await rejectWaiting(deps, caller)) return err("payment_in_progress");
  await deleteWalletRows(deps.shards, deps.walletParts, walletId, deps.clock());
  log("info", "wallet_erased", { request_id: caller.actor.requestId });
  return ok(null);
}
