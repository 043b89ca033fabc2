// An administrator's stops of a merchant, below HTTP.

import type { Merchant } from "../../src/domain/merchant.ts";
import type { Result } from "../../src/domain/result.ts";
import type { Dependencies } from "../../src/services/dependencies.ts";
import { setMerchantStop } from "../../src/services/merchants/merchant-stops.ts";
import type { Refusal } from "../../src/services/refusal.ts";
import { CAUSE } from "./seeds.ts";

type Stopped = Promise<Result<Merchant, Refusal>>;

export function suspendMerchant(deps: Dependencies, merchantId: string, reason: string): Stopped {
  return setMerchantStop(deps, CAUSE, merchantId, { stop: "suspension", reason });
}

export function reinstateMerchant(deps: Dependencies, merchantId: string): Stopped {
  return setMerchantStop(deps, CAUSE, merchantId, { stop: "suspension", reason: null });
}
