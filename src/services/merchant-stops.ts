// An administrator's levers: suspend a merchant, stop its refunds alone, or close it, which is more than a suspension.
// The row in D1 decides, from the moment it is written; the identity provider follows.
import { deactivateCounters, listActiveClientIds } from "../db/counters.ts";
import { listDisabledUserIds } from "../db/disabled-users.ts";
import { changeMerchantStop, findMerchant, type MerchantStop, markClosed } from "../db/merchants.ts";
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

/**
 * For good, as far as the merchant is concerned: it is suspended, takes no new payments, and its counters are gone. Safe
 * to repeat, as the caller should when the provider does not respond: counters stay active until their clients are deleted.
 */
export async function closeMerchant(
  deps: Dependencies,
  cause: Cause,
  merchantId: string,
  reason: string,
): Promise<Result<Merchant, Refusal>> {
  const { db, sessions, identityProvider } = deps;
  const event = { action: "merchant.closed", merchantId, details: reason } as const;
  const closed = await audited(deps, cause, event, (entry) =>
    markClosed(db, merchantId, { reason, now: deps.clock() }, entry),
  );
  forgetPayability(deps, merchantId);
  const merchant = closed ?? (await findMerchant(db, merchantId));
  if (merchant === null) return err("merchant_not_found");
  await sessions.endOfMerchant(merchantId);
  const clients = await listActiveClientIds(db, merchantId);
  await callAll(clients.map((id) => () => identityProvider.deleteClient(id)));
  await deactivateCounters(db, merchantId, deps.clock());
  await setProviderAccess(deps, merchant, false);
  return ok(merchant);
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
  await callAll([
    ...users.map((id) => () => identityProvider.setUserEnabled(id, isEnabled)),
    ...clients.map((id) => () => identityProvider.setClientEnabled(id, isEnabled)),
  ]);
}

async function callAll(calls: (() => Promise<unknown>)[]): Promise<void> {
  const waiting = calls.values();
  const caller = async () => {
    for (const call of waiting) await call();
  };
  await Promise.all(Array.from({ length: CONCURRENT_CALLS }, caller));
}
