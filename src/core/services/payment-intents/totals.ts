import { findMerchant } from "#core/db/merchants/merchants.ts";
import { sumStatementLines, type TimeRange } from "#core/db/payment-intents/statement-lines.ts";
import { addUp, type Days, type Totals, totalsOf } from "#core/domain/payment-intents/totals.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { dateIn, rangeOfDays } from "#core/lib/local-time.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import type { Refusal } from "#core/services/refusal.ts";
import { readMerged } from "#core/shards/shards.ts";

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
  const shards = deps.shards.ofMerchant(merchantId);
  const sums = await readMerged(
    shards,
    (shard) => sumStatementLines(shard, merchantId, range),
    (found) => addUp(found.flat()),
    1,
  );
  const wanted = sums.filter((sum) => counterId === null || sum.counterId === counterId);
  return ok({ from, to, timeZone, ...totalsOf(wanted) });
}

interface MerchantDays extends Days {
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
