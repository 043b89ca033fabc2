// Erases what the service holds about a customer. What accounting needs stays: payments and refunds, at their merchants
// and at the ledger, under the wallet's id.
//
// A new table with rows of a wallet must be added to src/db/wallet/wallet-rows.ts, or by its part: the export and the erasure read
// it.

import { listUnderWayOf } from "../../db/movements/movements.ts";
import { readEach } from "../../db/places.ts";
import { listOpenRequests } from "../../db/wallet/wallet-intents.ts";
import { listWalletPlaces } from "../../db/wallet/wallet-places.ts";
import { deleteWalletRows } from "../../db/wallet/wallet-rows.ts";
import { err, ok, type Result } from "../../domain/result.ts";
import { log } from "../../lib/log.ts";
import { sixAtATime } from "../../lib/six-at-a-time.ts";
import type { WalletCaller } from "../caller.ts";
import type { Dependencies } from "../dependencies.ts";
import { decidePayOut } from "../movements/movements.ts";
import { actOnIntent, listPaymentsUnderWay } from "./wallet.ts";

/** Safe to repeat: a repetition completes what an earlier attempt left. */
export async function eraseWallet(
  deps: Dependencies,
  caller: WalletCaller,
): Promise<Result<null, "payment_in_progress">> {
  const { walletId } = caller;
  if ((await listPaymentsUnderWay(deps, walletId)).length > 0) return err("payment_in_progress");
  if (await rejectWaiting(deps, caller)) return err("payment_in_progress");
  await deleteWalletRows(deps.places, deps.walletParts, walletId, deps.clock());
  log("info", "wallet_erased", { request_id: caller.cause.requestId });
  return ok(null);
}

/** Returns whether anything goes on: only what waits for the customer can be rejected. */
export async function rejectWaiting(deps: Dependencies, caller: WalletCaller): Promise<boolean> {
  const { walletId, cause } = caller;
  const refused: string[] = [];
  for (const { id: movementId } of await listUnderWayOf(deps.db, walletId, deps.clock())) {
    const rejected = await decidePayOut(deps, cause, { walletId, movementId }, "reject");
    if (!rejected.ok && rejected.error !== "movement_ended") refused.push("payment_in_progress");
  }
  // A shop that waits learns of it, and nothing is left that could still be approved.
  const places = await listWalletPlaces(deps.places, { walletId });
  const open = (await readEach(places, (place) => listOpenRequests(place, walletId))).flat();
  await sixAtATime(open, async ({ id }) => {
    const rejected = await actOnIntent(deps, caller, id, "reject");
    if (!rejected.ok) refused.push(rejected.error);
  });
  return refused.includes("payment_in_progress");
}
