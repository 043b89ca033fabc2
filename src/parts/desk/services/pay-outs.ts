// The customer's side of a pay-out: a desk asks, and no money moves before the customer has approved.

import type { DeclineReason } from "#core/domain/ledger.ts";
import { ok, type Result } from "#core/domain/result.ts";
import { log } from "#core/lib/log.ts";
import { readAhead } from "#core/lib/read-ahead.ts";
import type { WalletActor } from "#core/services/actor.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import type { Refusal } from "#core/services/refusal.ts";
import { tryToTellWallet } from "#core/services/wallet/live-wallet.ts";
import { findDeskName, listUnderWayOf } from "../db/movements.ts";
import type { Movement } from "../domain/movement.ts";
import { payOutRequested } from "../wire/pay-outs.ts";
import { decidePayOut } from "./movements.ts";

export interface PayOut {
  movement: Movement;
  deskName: string;
}

/** Lists those that this wallet can approve or reject, newest first. */
export async function listPayOuts(deps: Dependencies, walletId: string): Promise<PayOut[]> {
  const underWay = await listUnderWayOf(deps.db, walletId, deps.clock());
  return underWay
    .filter(({ status }) => status === "awaiting_approval")
    .map(({ deskName, ...movement }) => ({ movement, deskName: deskName ?? "" }));
}

/** `processing` while the ledger's result is unknown. Safe to repeat. */
export async function actOnPayOut(
  deps: Dependencies,
  { walletId, actor, defer }: WalletActor,
  movementId: string,
  action: "approve" | "reject",
): Promise<Result<PayOut, Refusal | DeclineReason>> {
  const naming = readAhead(findDeskName(deps.db, movementId));
  const acted = await decidePayOut(deps, actor, { walletId, movementId }, action, defer);
  // The customer's other devices.
  defer(tryToTellWallet(deps, walletId, { type: "approval_ended", intentId: null }));
  return acted.ok ? ok({ movement: acted.value, deskName: (await naming) ?? "" }) : acted;
}

/** Returns whether a movement is under way: only what waits for the customer can be rejected. */
export async function rejectPayOuts(deps: Dependencies, { walletId, actor }: WalletActor): Promise<boolean> {
  let isUnderWay = false;
  for (const { id: movementId } of await listUnderWayOf(deps.db, walletId, deps.clock())) {
    const rejected = await decidePayOut(deps, actor, { walletId, movementId }, "reject");
    if (!rejected.ok && rejected.error !== "movement_ended") isUnderWay = true;
  }
  return isUnderWay;
}

/** Never throws. What is lost is seen by the page's next read. */
export async function announcePayOut(
  deps: Dependencies,
  movement: Movement,
  deskName: string,
): Promise<void> {
  const { publicUrl } = deps.config;
  await deps.queues.walletEvents
    .send(payOutRequested({ movement, deskName }, publicUrl))
    .catch((error: unknown) => log("error", "queue_send_failed", { movement_id: movement.id, error }));
}
