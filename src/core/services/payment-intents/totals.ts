import type { Shard } from "#core/db/client.ts";
import { findMerchant } from "#core/db/merchants/merchants.ts";
import { type KeptChange, keepDays, readKeptDays } from "#core/db/payment-intents/kept-days.ts";
import { sumStatementLines, type TimeRange } from "#core/db/payment-intents/statement-lines.ts";
import { FEED_DELAY_MS } from "#core/db/webhooks/event-feed.ts";
import {
  type Arrival,
  type DayRange,
  type Found,
  type KeptDays,
  mergeFound,
  planReading,
  type ReadingPlan,
  type SummedDay,
  staleDays,
  sumDays,
} from "#core/domain/payment-intents/kept-days.ts";
import { addUp, type Days, type Totals, totalsOf } from "#core/domain/payment-intents/totals.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { addDays, dateIn, rangeOfDays, rangesOfDays } from "#core/lib/local-time.ts";
import { logFailure } from "#core/lib/log.ts";
import type { MerchantActor } from "#core/services/actor.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import type { Refusal } from "#core/services/refusal.ts";
import { readMerged } from "#core/shards/shards.ts";

/** A day without news is not stored again within this time. */
const KEPT_AGAIN_AFTER_MS = 60_000;
/** Older days are added up whenever they are asked for. */
const KEPT_FOR_MS = 400 * 24 * 3_600_000;

/**
 * Payments count on the day on which they completed, refunds on the day on which they settled. Everything that the database has
 * counts, whatever is kept. Days null: today. Counter null: all of them, and what was paid at none.
 */
export async function readTotals(
  deps: Dependencies,
  { merchantId, defer }: Pick<MerchantActor, "merchantId" | "defer">,
  days: Days | null,
  counterId: string | null,
): Promise<Result<Totals, Refusal>> {
  const now = deps.clock();
  // Whatever the merchant's time zone is, today is one of these.
  const utc = dateIn("UTC", now);
  const kept = await readKeptDays(
    deps.db,
    merchantId,
    days ?? { from: addDays(utc, -1), to: addDays(utc, 1) },
  );
  if (kept.merchant === null) return err("merchant_not_active");
  const { timeZone } = kept.merchant;
  const { from, to } = daysOr(days, timeZone, now);
  const wanted = rangesOfDays({ from, to }, timeZone);
  const { summed, change } = await sumWanted(deps, merchantId, kept, wanted, { timeZone, now });
  if (change !== null) defer(logFailure("warn", "days_not_kept", {}, keepDays(deps.db, merchantId, change)));
  const ofCounter = summed.map(({ day, sums }) => ({
    date: day,
    sums: sums.filter((sum) => counterId === null || sum.counterId === counterId),
  }));
  const { currencies, counters } = totalsOf(addUp(ofCounter.flatMap(({ sums }) => sums)));
  return ok({
    from,
    to,
    timeZone,
    currencies,
    counters,
    days: ofCounter.map(({ date, sums }) => ({ date, currencies: totalsOf(sums).currencies })),
  });
}

interface Moment {
  timeZone: string;
  now: number;
}

async function sumWanted(
  deps: Dependencies,
  merchantId: string,
  kept: KeptDays,
  wanted: readonly DayRange[],
  { timeZone, now }: Moment,
): Promise<{ summed: SummedDay[]; change: KeptChange | null }> {
  const read = async (stale: ReadonlySet<string>) => {
    const plan = planReading(kept, wanted, now - FEED_DELAY_MS, stale);
    const shards = deps.shards.ofMerchant(merchantId);
    const sum = (shard: Shard) => sumStatementLines(shard, merchantId, wanted, plan);
    return { plan, found: await readMerged<Found>(shards, sum, mergeFound, wanted.length) };
  };
  let { plan, found } = await read(new Set());
  const stale = staleDays(kept, plan, found.arrivals);
  if (stale.size > 0) ({ plan, found } = await read(stale));
  const summed = sumDays(kept, wanted, plan, found);
  return {
    summed,
    change: changeOf(kept, wanted, plan, { summed, arrivals: found.arrivals, timeZone, now }),
  };
}

/** Returns null when what is kept can stay as it is. */
function changeOf(
  { until: before }: KeptDays,
  wanted: readonly DayRange[],
  { until, missing, discards }: ReadingPlan,
  {
    summed,
    arrivals,
    timeZone,
    now,
  }: Moment & { summed: readonly SummedDay[]; arrivals: readonly Arrival[] },
): KeptChange | null {
  const isKept = new Set(
    wanted.flatMap(({ day, from, to }) => (from <= now && to > now - KEPT_FOR_MS ? day : [])),
  );
  const days = summed.flatMap(({ day, toKeep }) =>
    toKeep !== null && isKept.has(day) ? { day, sums: toKeep } : [],
  );
  const isStored = new Set(days.map(({ day }) => day));
  const strays = arrivals.filter(({ day, isNew }) => day === null && !isNew);
  const outdated = [...discards, ...strays.map(({ at }) => at)].map((time) => dateIn(timeZone, time));
  const isDue = before === null || until - before >= KEPT_AGAIN_AFTER_MS;
  if (!isDue && !missing.some(({ day }) => isKept.has(day))) return null;
  return {
    timeZone,
    before,
    until,
    days,
    discarded: outdated.filter((day) => !isStored.has(day)),
  };
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
  const { from, to } = daysOr(days, timeZone, deps.clock());
  return ok({ from, to, timeZone, range: rangeOfDays({ from, to }, timeZone) });
}

function daysOr(days: Days | null, timeZone: string, now: number): Days {
  const today = dateIn(timeZone, now);
  return days ?? { from: today, to: today };
}
