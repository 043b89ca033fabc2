// The customer's side of a pay-out: a desk asks, and no money moves before the customer has approved.

import type { DeclineReason } from "#core/domain/ledger.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { log } from "#core/lib/log.ts";
import { readAhead } from "#core/lib/read-ahead.ts";
import type { WalletActor } from "#core/services/actor.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import type { Refusal } from "#core/services/refusal.ts";
import { tryToTellWallet } from "#core/services/wallet/live-wallet.ts";
import { findMovement, findOrigin, listUnderWayOf, type Origin } from "../db/movements.ts";
import type { Movement } from "../domain/movement.ts";
import { type PayOutParts, payOutRequested } from "../wire/customer-movements.ts";
import { decidePayOut, isOwnPayOut } from "./movements.ts";
import { settle } from "./settle-movement.ts";

function payOutOf(movement: Movement, origin: Origin | null): PayOutParts {
  const { deskName = null, correctedAt: createdAt = null, correctedMinor: amountMinor = null } = origin ?? {};
  const { correctsId: id } = movement;
  const isKnown = id !== null && createdAt !== null && amountMinor !== null;
  return { movement, deskName: deskName ?? "", topUp: isKnown ? { id, amountMinor, createdAt } : null };
}

/** Lists those that this wallet can approve or reject, newest first. */
export async function listPayOuts(deps: Dependencies, walletId: string): Promise<PayOutParts[]> {
  const underWay = await listUnderWayOf(deps.db, walletId, deps.clock());
  return underWay
    .filter(({ status }) => status === "awaiting_approval")
    .map((movement) => payOutOf(movement, movement));
}

/** It shows how it has ended, too. */
export async function readPayOut(
  deps: Dependencies,
  { walletId, defer }: WalletActor,
  movementId: string,
): Promise<Result<PayOutParts, Refusal>> {
  const reading = readAhead(findOrigin(deps.db, movementId));
  const found = await findMovement(deps.db, movementId);
  if (!isOwnPayOut(found, walletId)) return err("movement_not_found");
  return ok(payOutOf(await settle(deps, found, defer), await reading));
}

/** `processing` while the ledger's result is unknown. Safe to repeat. */
export async function actOnPayOut(
  deps: Dependencies,
  { walletId, actor, defer }: WalletActor,
  movementId: string,
  action: "approve" | "reject",
): Promise<Result<PayOutParts, Refusal | DeclineReason>> {
  const reading = readAhead(findOrigin(deps.db, movementId));
  const acted = await decidePayOut(deps, actor, { walletId, movementId }, action, defer);
  // The customer's other devices.
  defer(tryToTellWallet(deps, walletId, { type: "approval_ended", intentId: null }));
  return acted.ok ? ok(payOutOf(acted.value, await reading)) : acted;
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
export async function announcePayOut(deps: Dependencies, payOut: PayOutParts): Promise<void> {
  const { id: movement_id } = payOut.movement;
  await deps.queues.walletEvents
    .send(payOutRequested(payOut, deps.config.publicUrl))
    .catch((error: unknown) => log("error", "queue_send_failed", { movement_id, error }));
}
