import { findMerchant } from "../db/merchants.ts";
import { sumMovements } from "../db/totals.ts";
import { err, ok, type Result } from "../domain/result.ts";
import { type Days, type Totals, totalsOf } from "../domain/totals.ts";
import { dateIn, rangeOfDays } from "../lib/local-day.ts";
import type { Dependencies } from "./dependencies.ts";
import type { Refusal } from "./refusal.ts";

/** Payments count on the day on which they completed, refunds on the day on which they settled. Null: today. */
export async function readTotals(
  deps: Dependencies,
  merchantId: string,
  days: Days | null,
): Promise<Result<Totals, Refusal>> {
  const merchant = await findMerchant(deps.db, merchantId);
  if (merchant === null) return err("merchant_not_active");
  const { timeZone } = merchant;
  const today = dateIn(timeZone, deps.clock());
  const { from, to } = days ?? { from: today, to: today };
  const sums = await sumMovements(deps.db, merchantId, rangeOfDays({ from, to }, timeZone));
  return ok({ from, to, timeZone, ...totalsOf(sums) });
}
