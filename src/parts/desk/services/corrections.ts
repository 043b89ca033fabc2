// What a desk takes back: what a top-up was too much, which its customer approves, and a pay-out that is not approved yet.

import type { DeclineReason } from "#core/domain/ledger.ts";
import { err, type Result } from "#core/domain/result.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import type { Refusal } from "#core/services/refusal.ts";
import { tryToTellWallet } from "#core/services/wallet/live-wallet.ts";
import { correctionGuard } from "../db/desk-movements.ts";
import { findMovement } from "../db/movements.ts";
import { isTooOldToCorrect, type Movement } from "../domain/movement.ts";
import type { DeskActor } from "./customers.ts";
import { askCustomer, type DeskRequest, draftOf, whyNotServing } from "./desk-movements.ts";
import { UNLIMITED } from "./movements.ts";
import { decideOnPayOut } from "./settle-movement.ts";

/** It is longer than for a pay-out: the customer may have left. */
const APPROVAL_MS = 60 * 60_000;

/** The desk's limits are not asked: all that is asked back of a top-up is together no more than it was. */
export async function correctTopUp(
  deps: Dependencies,
  caller: DeskActor,
  { topUpId, ...request }: DeskRequest & { topUpId: string },
): Promise<Result<Movement, Refusal | DeclineReason>> {
  const { desk } = caller;
  const topUp = await findMovement(deps.db, topUpId);
  if (topUp?.deskId !== desk.id) return err("movement_not_found");
  if (topUp.kind !== "top_up" || topUp.status !== "completed") return err("top_up_not_completed");
  const asked = draftOf(deps, desk, "pay_out", topUp.accountId, request);
  const draft = { ...asked, correctsId: topUpId, limits: UNLIMITED, approvalMs: APPROVAL_MS };
  const now = deps.clock();
  const refusal = isTooOldToCorrect(topUp, now) ? "top_up_too_old" : "correction_too_large";
  const guard = {
    ...correctionGuard(topUp, request.amountMinor, now),
    refusal: () => whyNotServing(deps, desk, refusal),
  };
  return await askCustomer(deps, caller, draft, guard, topUp);
}

/** The state machine decides between it and the customer's approval. Safe to repeat. */
export async function withdrawPayOut(
  deps: Dependencies,
  { desk, actor, defer }: DeskActor,
  movementId: string,
): Promise<Result<Movement, Refusal>> {
  const found = await findMovement(deps.db, movementId);
  if (found?.deskId !== desk.id) return err("movement_not_found");
  const withdrawn = await decideOnPayOut(deps, actor, found, "withdraw", defer);
  if (withdrawn.ok) defer(tryToTellWallet(deps, found.accountId, { type: "approval_ended", intentId: null }));
  return withdrawn;
}
