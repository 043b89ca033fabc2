// An administrator's stops of a merchant, below HTTP.

import type { Merchant } from "#core/domain/merchants/merchant.ts";
import type { Result } from "#core/domain/result.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { setMerchantStop } from "#core/services/merchants/merchant-stops.ts";
import type { Refusal } from "#core/services/refusal.ts";
import { ACTOR } from "./seeds.ts";

type Stopped = Promise<Result<Merchant, Refusal>>;

export function suspendMerchant(deps: Dependencies, merchantId: string, reason: string): Stopped {
  return setMerchantStop(deps, ACTOR, merchantId, { stop: "suspension", reason });
}

export function reinstateMerchant(deps: Dependencies, merchantId: string): Stopped {
  return setMerchantStop(deps, ACTOR, merchantId, { stop: "suspension", reason: null });
}
