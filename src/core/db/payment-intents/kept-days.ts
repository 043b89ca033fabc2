import { and, eq, gte, type SQL, sql } from "drizzle-orm";
import type { Database } from "#core/db/client.ts";
import { keptDays, keptPositions } from "#core/db/schema/kept-days.ts";
import { merchants } from "#core/db/schema/merchants.ts";
import type { Merchant } from "#core/domain/merchants/merchant.ts";
import type { KeptDays } from "#core/domain/payment-intents/kept-days.ts";
import type { Days, StatementSum } from "#core/domain/payment-intents/totals.ts";

type KeptSum = Omit<StatementSum, "amountMinor"> & { amountMinor: string };

/** One transaction reads all of it. The merchant is null when there is none. */
export async function readKeptDays(
  db: Database,
  merchantId: string,
  { from, to }: Days,
): Promise<KeptDays & { merchant: Merchant | null }> {
  const [found, positions, rows] = await db.batch([
    db.select().from(merchants).where(eq(merchants.id, merchantId)),
    db.select().from(keptPositions).where(eq(keptPositions.merchantId, merchantId)),
    db
      .select()
      .from(keptDays)
      .where(and(eq(keptDays.merchantId, merchantId), sql`day BETWEEN ${from} AND ${to}`)),
  ]);
  const days = new Map(rows.map(({ day, sums }) => [day, parse(sums)]));
  return { merchant: found[0] ?? null, until: positions[0]?.until ?? null, days };
}

function parse(sums: string): StatementSum[] {
  return (JSON.parse(sums) as KeptSum[]).map((sum) => ({ ...sum, amountMinor: BigInt(sum.amountMinor) }));
}

export interface KeptChange {
  timeZone: string;
  /** What the days that were read hold, and hold now. */
  before: number | null;
  until: number;
  days: readonly { day: string; sums: readonly StatementSum[] }[];
  /** Days to forget, besides all from `discardsFrom` on. */
  discarded: readonly string[];
  discardsFrom: string | null;
}

/**
 * Changes nothing if another reader has brought the days up to another time, or the merchant's time zone has changed. One that
 * has brought them up to the same time has stored the same.
 */
export async function keepDays(db: Database, merchantId: string, change: KeptChange): Promise<void> {
  const { timeZone, before, until, days, discarded, discardsFrom } = change;
  const ofMerchant = eq(keptPositions.merchantId, merchantId);
  const isInZone = sql`EXISTS (SELECT 1 FROM merchants WHERE id = ${merchantId} AND time_zone = ${timeZone})`;
  const isUpToDate = sql`EXISTS (SELECT 1 FROM kept_positions WHERE ${ofMerchant} AND until = ${until})`;
  const rows = JSON.stringify(
    days.map(({ day, sums }) => ({ day, sums: JSON.stringify(sums, bigintAsText) })),
  );
  const store = db
    .insert(keptDays)
    .select(
      sql`SELECT ${merchantId}, value ->> 'day', value ->> 'sums' FROM json_each(${rows}) WHERE ${isUpToDate} AND ${isInZone}`,
    )
    .onConflictDoUpdate({
      target: [keptDays.merchantId, keptDays.day],
      set: { sums: sql`excluded.sums` },
    });
  const forget = (isForgotten: SQL) =>
    db.delete(keptDays).where(and(eq(keptDays.merchantId, merchantId), isForgotten));
  const move =
    before === null
      ? db
          .insert(keptPositions)
          .select(sql`SELECT ${merchantId}, ${until} WHERE ${isInZone}`)
          .onConflictDoNothing()
      : db
          .update(keptPositions)
          .set({ until })
          .where(and(ofMerchant, eq(keptPositions.until, before)));
  // A day that is forgotten needlessly is added up again.
  const forgetting = [
    ...(discardsFrom === null ? [] : [forget(gte(keptDays.day, discardsFrom))]),
    ...(discarded.length === 0
      ? []
      : [forget(sql`day IN (SELECT value FROM json_each(${JSON.stringify(discarded)}))`)]),
  ];
  await db.batch([move, ...forgetting, store]);
}

/** They can exceed what a double holds exactly. */
function bigintAsText(_name: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}
