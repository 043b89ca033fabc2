import { findMerchant } from "../../db/merchants/merchants.ts";
import type { TimeRange } from "../../db/payment-intents/movements.ts";
import { err, ok, type Result } from "../../domain/result.ts";
import type { Days } from "../../domain/totals.ts";
import { dateIn, rangeOfDays } from "../../lib/local-time.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Refusal } from "../refusal.ts";

export interface MerchantDays extends Days {
  timeZone: string;
  range: TimeRange;
}

/** When the days begin and end in the merchant's time zone. Null: today. */
export async function readMerchantDays(
  deps: Dependencies,
  merchantId: string,
  days: Days | null,
): Promise<Result<MerchantDays, Refusal>> {
  const merchant = await findMerchant(deps.db, merchantId);
  if (merchant === null) return err("merchant_not_active");
  const { timeZone } = merchant;
  const today = dateIn(timeZone, deps.clock());
  const { from, to } = days ?? { from: today, to: today };
  return ok({ from, to, timeZone, range: rangeOfDays({ from, to }, timeZone) });
}
