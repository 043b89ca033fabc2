import { and, eq, sql } from "drizzle-orm";
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
  /** A day that is forgotten needlessly is added up again. */
  discarded: readonly string[];
}

/**
 * Changes nothing if another reader has brought the days up to another time, or the merchant's time zone has changed. One that
 * has brought them up to the same time has stored the same.
 */
export async function keepDays(db: Database, merchantId: string, change: KeptChange): Promise<void> {
  const { timeZone, before, until, days, discarded } = change;
  const isInZone = sql`EXISTS (SELECT 1 FROM merchants WHERE id = ${merchantId} AND time_zone = ${timeZone})`;
  const move =
    before === null
      ? db
          .insert(keptPositions)
          .select(sql`SELECT ${merchantId}, ${until} WHERE ${isInZone}`)
          .onConflictDoNothing()
      : db
          .update(keptPositions)
          .set({ until })
          .where(and(eq(keptPositions.merchantId, merchantId), eq(keptPositions.until, before), isInZone));
  const rows = days.map(({ day, sums }) => ({ day, sums: JSON.stringify(sums, bigintAsText) }));
  // It stores only if the statement before it has moved the position.
  const store = db
    .insert(keptDays)
    .select(
      sql`SELECT ${merchantId}, value ->> 'day', value ->> 'sums' FROM json_each(${JSON.stringify(rows)}) WHERE changes() > 0`,
    )
    .onConflictDoUpdate({ target: [keptDays.merchantId, keptDays.day], set: { sums: sql`excluded.sums` } });
  const isDiscarded = sql`day IN (SELECT value FROM json_each(${JSON.stringify(discarded)}))`;
  const forget = db.delete(keptDays).where(and(eq(keptDays.merchantId, merchantId), isDiscarded));
  await db.batch(discarded.length === 0 ? [move, store] : [forget, move, store]);
}

/** They can exceed what a double holds exactly. */
function bigintAsText(_name: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}
