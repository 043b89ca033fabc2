import { sumMovements } from "../../db/payment-intents/totals.ts";
import { ok, type Result } from "../../domain/result.ts";
import { type Days, type Totals, totalsOf } from "../../domain/totals.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Refusal } from "../refusal.ts";
import { readMerchantDays } from "./merchant-days.ts";

/**
 * Payments count on the day on which they completed, refunds on the day on which they settled. Days null: today. Counter
 * null: all of them, and what was paid at none.
 */
export async function readTotals(
  deps: Dependencies,
  merchantId: string,
  days: Days | null,
  counterId: string | null,
): Promise<Result<Totals, Refusal>> {
  const read = await readMerchantDays(deps, merchantId, days);
  if (!read.ok) return read;
  const { from, to, timeZone, range } = read.value;
  const sums = await sumMovements(deps.db, merchantId, range);
  const wanted = counterId === null ? sums : sums.filter((sum) => sum.counterId === counterId);
  return ok({ from, to, timeZone, ...totalsOf(wanted) });
}
