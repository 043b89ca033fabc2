// An administrator's stops: suspend a merchant, stop its refunds alone, or close it, which is more than a suspension.
// The row in D1 decides, from the moment it is written; the identity provider follows.
import { markClosed } from "#core/db/merchants/merchant-closure.ts";
import { changeMerchantStop, findMerchant, type MerchantStop } from "#core/db/merchants/merchants.ts";
import type { Actor } from "#core/domain/audit/actor.ts";
import type { AuditAction } from "#core/domain/audit/audit-trail.ts";
import { merchantAccess } from "#core/domain/identity-provider/provider-task.ts";
import { isErased, type Merchant } from "#core/domain/merchants/merchant.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { audited } from "#core/services/audit/audit-trail.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { attemptRemovals, attemptTask } from "#core/services/identity-provider/provider-tasks.ts";
import { LIMITS } from "#core/services/operations/sweep-limits.ts";
import { forgetPayability } from "#core/services/payment-intents/payability.ts";
import type { Refusal } from "#core/services/refusal.ts";

/**
 * Closes it for good, as far as it is concerned: it is suspended, takes no new payments, and its counters are gone. What the
 * provider does not do now, or only later because there are many counters, the sweep has it do. Safe to repeat.
 */
export async function closeMerchant(
  deps: Dependencies,
  actor: Actor,
  merchantId: string,
  reason: string,
): Promise<Result<null, Refusal>> {
  if ((await findMerchant(deps.db, merchantId)) === null) return err("merchant_not_found");
  const now = deps.clock();
  const access = merchantAccess(crypto.randomUUID(), merchantId, now);
  const event = { action: "merchant.closed", merchantId, details: reason } as const;
  const removals = await audited(deps, actor, event, (entry) =>
    markClosed(deps.db, merchantId, { reason, now, access }, entry),
  );
  forgetPayability(deps, merchantId);
  await attemptTask(deps, access);
  await attemptRemovals(deps, (removals ?? []).slice(0, LIMITS.clientRemovals));
  return ok(null);
}

const ACTIONS = {
  suspension: { begun: "merchant.suspended", ended: "merchant.reinstated" },
  refunds: { begun: "refunds.stopped", ended: "refunds.allowed" },
} as const satisfies Record<MerchantStop, { begun: AuditAction; ended: AuditAction }>;

/**
 * A null reason ends the stop. A suspended merchant gets no new command and no new token; what the provider does not do now,
 * or only later, the sweep has it do. Users whom an administrator has disabled stay disabled afterwards, and deactivated
 * counters inactive. Safe to repeat.
 */
export async function setMerchantStop(
  deps: Dependencies,
  actor: Actor,
  merchantId: string,
  { stop, reason }: { stop: MerchantStop; reason: string | null },
): Promise<Result<Merchant, Refusal>> {
  const action = reason === null ? ACTIONS[stop].ended : ACTIONS[stop].begun;
  const now = deps.clock();
  const access = stop === "suspension" ? merchantAccess(crypto.randomUUID(), merchantId, now) : null;
  const changed = await audited(deps, actor, { action, merchantId, details: reason }, (entry) =>
    changeMerchantStop(deps.shards.home, merchantId, { stop, reason, now, access }, entry),
  );
  forgetPayability(deps, merchantId);
  const merchant = changed ?? (await findMerchant(deps.db, merchantId));
  if (merchant === null) return err("merchant_not_found");
  if (isErased(merchant)) return err("merchant_erased");
  if (access !== null) await attemptTask(deps, access);
  return ok(merchant);
}
