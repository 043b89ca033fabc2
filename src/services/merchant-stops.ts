// An administrator's levers in an incident: suspend a merchant, or stop its refunds alone. The row in D1 decides, from
// the moment it is written; the identity provider follows.
import { listActiveClientIds } from "../db/counters.ts";
import { listDisabledUserIds } from "../db/disabled-users.ts";
import { changeMerchantStop, findMerchant, type MerchantStop } from "../db/merchants.ts";
import type { AuditAction } from "../domain/audit-trail.ts";
import type { Merchant } from "../domain/merchant.ts";
import type { Cause } from "../domain/ports.ts";
import { err, ok, type Result } from "../domain/result.ts";
import { audited } from "./audit-trail.ts";
import type { Dependencies } from "./dependencies.ts";
import { forgetPayability } from "./payability.ts";
import type { Refusal } from "./refusal.ts";

/** The Workers platform opens six connections at a time. */
const CONCURRENT_CALLS = 6;

/** No new command and no new token. Safe to repeat, as the caller should when the provider does not respond. */
export async function suspendMerchant(
  deps: Dependencies,
  cause: Cause,
  merchantId: string,
  reason: string,
): Promise<Result<Merchant, Refusal>> {
  const merchant = await setStop(deps, cause, merchantId, { stop: "suspension", reason });
  if (merchant.ok) await setProviderAccess(deps, merchant.value, false);
  return merchant;
}

/** Users whom an administrator has disabled stay disabled, and deactivated counters inactive. */
export async function reinstateMerchant(
  deps: Dependencies,
  cause: Cause,
  merchantId: string,
): Promise<Result<Merchant, Refusal>> {
  const merchant = await setStop(deps, cause, merchantId, { stop: "suspension", reason: null });
  if (merchant.ok) await setProviderAccess(deps, merchant.value, true);
  return merchant;
}

export async function stopRefunds(
  deps: Dependencies,
  cause: Cause,
  merchantId: string,
  reason: string,
): Promise<Result<Merchant, Refusal>> {
  return await setStop(deps, cause, merchantId, { stop: "refunds", reason });
}

export async function allowRefunds(
  deps: Dependencies,
  cause: Cause,
  merchantId: string,
): Promise<Result<Merchant, Refusal>> {
  return await setStop(deps, cause, merchantId, { stop: "refunds", reason: null });
}

const ACTIONS = {
  suspension: { begun: "merchant.suspended", ended: "merchant.reinstated" },
  refunds: { begun: "refunds.stopped", ended: "refunds.allowed" },
} as const satisfies Record<MerchantStop, { begun: AuditAction; ended: AuditAction }>;

/** A null reason ends the stop. */
async function setStop(
  deps: Dependencies,
  cause: Cause,
  merchantId: string,
  { stop, reason }: { stop: MerchantStop; reason: string | null },
): Promise<Result<Merchant, Refusal>> {
  const action = reason === null ? ACTIONS[stop].ended : ACTIONS[stop].begun;
  const changed = await audited(deps, cause, { action, merchantId, details: reason }, (entry) =>
    changeMerchantStop(deps.db, merchantId, { stop, reason, now: deps.clock() }, entry),
  );
  forgetPayability(deps, merchantId);
  const merchant = changed ?? (await findMerchant(deps.db, merchantId));
  return merchant === null ? err("merchant_not_found") : ok(merchant);
}

/** The embedded provider asks the service before it issues a token; an external one has to be told. */
async function setProviderAccess(deps: Dependencies, merchant: Merchant, isEnabled: boolean): Promise<void> {
  const { identityProvider, config, db } = deps;
  await identityProvider.setClientEnabled(merchant.idpClientId, isEnabled);
  if (config.identityProvider.isEmbedded) return;
  const disabled = new Set(await listDisabledUserIds(db, merchant.id));
  const users = (await identityProvider.listUserIds(merchant.id)).filter((id) => !disabled.has(id));
  const clients = await listActiveClientIds(db, merchant.id);
  const calls = [
    ...users.map((id) => () => identityProvider.setUserEnabled(id, isEnabled)),
    ...clients.map((id) => () => identityProvider.setClientEnabled(id, isEnabled)),
  ].values();
  const caller = async () => {
    for (const call of calls) await call();
  };
  await Promise.all(Array.from({ length: CONCURRENT_CALLS }, caller));
}
