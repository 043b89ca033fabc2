import { findMerchant } from "#core/db/merchants/merchants.ts";
import type { Actor } from "#core/domain/audit/actor.ts";
import type { DeclineReason } from "#core/domain/ledger.ts";
import { err, type Result } from "#core/domain/result.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import type { Refusal } from "#core/services/refusal.ts";
import { dayOf, type Movement } from "../domain/movement.ts";
import { startMovement } from "./movements.ts";

export type Adjustment = Pick<
  Movement,
  "accountId" | "direction" | "amountMinor" | "currency" | "reason" | "idempotencyKey"
>;

const NOTHING = { transactionMaxMinor: 0, dayMaxMinor: 0 };

/** The day's limit holds for all administrators together. */
export async function adjust(
  deps: Dependencies,
  actor: Actor,
  adjustment: Adjustment,
): Promise<Result<Movement, Refusal | DeclineReason>> {
  const limits = deps.config.adjustmentLimits.get(adjustment.currency);
  const merchant = await findMerchant(deps.db, adjustment.accountId);
  // It goes on without limits as well: what was done under the key stays so after a change of the variable.
  const started = await startMovement(
    deps,
    actor,
    {
      ...adjustment,
      kind: "adjustment",
      deskId: null,
      madeBy: actor.origin?.subject ?? actor.client,
      limits: { ...(limits ?? NOTHING), dayFrom: dayOf(deps.clock()) },
      merchantId: merchant?.id ?? null,
      approvalMs: null,
    },
    {
      // A ledger that refuses the id as such would leave the movement without a result.
      check: async () =>
        (await deps.ledger.findBalances(adjustment.accountId)) === null ? "account_not_found" : null,
      refusal: "day_limit_reached",
    },
  );
  const isRefused = !started.ok && started.error === "movement_too_large";
  return isRefused && limits === undefined ? err("adjustments_not_allowed") : started;
}
