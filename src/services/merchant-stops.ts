// An administrator's levers in an incident: suspend a merchant, or stop its refunds alone. The row in D1 decides, from
// the moment it is written; the identity provider follows.
import { listActiveClientIds } from "../db/counters.ts";
import { listDisabledUserIds } from "../db/disabled-users.ts";
import { type MerchantStop, setMerchantStop } from "../db/merchants.ts";
import type { Merchant } from "../domain/merchant.ts";
import type { Cause } from "../domain/ports.ts";
import { err, ok, type Result } from "../domain/result.ts";
import { log } from "../lib/log.ts";
import type { Dependencies } from "./dependencies.ts";
import { forgetPayability } from "./payability.ts";
import type { Refusal } from "./refusal.ts";

/** The Workers platform opens six connections at a time. */
const CONCURRENT_CALLS = 6;

/** No new command and no new token. Safe to repeat, as the caller should when the provider does not respond. */
export async function suspendMerchant(
  deps: Dependencies,
  merchantId: string,
  reason: string,
  cause: Cause,
): Promise<Result<Merchant, Refusal>> {
  const merchant = await setStop(deps, { merchantId, stop: "suspension", reason, cause });
  if (merchant.ok) await setProviderAccess(deps, merchant.value, false);
  return merchant;
}

/** Users whom an administrator has disabled stay disabled, and deactivated counters inactive. */
export async function reinstateMerchant(
  deps: Dependencies,
  merchantId: string,
  cause: Cause,
): Promise<Result<Merchant, Refusal>> {
  const merchant = await setStop(deps, { merchantId, stop: "suspension", reason: null, cause });
  if (merchant.ok) await setProviderAccess(deps, merchant.value, true);
  return merchant;
}

export async function stopRefunds(
  deps: Dependencies,
  merchantId: string,
  reason: string,
  cause: Cause,
): Promise<Result<Merchant, Refusal>> {
  return await setStop(deps, { merchantId, stop: "refunds", reason, cause });
}

export async function allowRefunds(
  deps: Dependencies,
  merchantId: string,
  cause: Cause,
): Promise<Result<Merchant, Refusal>> {
  return await setStop(deps, { merchantId, stop: "refunds", reason: null, cause });
}

const LOGGED: Record<MerchantStop, { begun: string; ended: string }> = {
  suspension: { begun: "merchant_suspended", ended: "merchant_reinstated" },
  refunds: { begun: "refunds_stopped", ended: "refunds_allowed" },
};

interface Stop {
  merchantId: string;
  stop: MerchantStop;
  /** Null ends the stop. */
  reason: string | null;
  cause: Cause;
}

async function setStop(
  deps: Dependencies,
  { merchantId, stop, reason, cause }: Stop,
): Promise<Result<Merchant, Refusal>> {
  const set = await setMerchantStop(deps.db, merchantId, stop, reason, deps.clock());
  if (set === null) return err("merchant_not_found");
  forgetPayability(deps, merchantId);
  if (set.isChanged) {
    const event = reason === null ? LOGGED[stop].ended : LOGGED[stop].begun;
    log("warn", event, { merchant_id: merchantId, actor: cause.actor, request_id: cause.requestId });
  }
  return ok(set.merchant);
}

/** The embedded provider asks the service before it gives out a token; an external one has to be told. */
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
