// The totals of a day read the payments of the day and of an hour more, whatever else there is.

import { describe, expect, it } from "vitest";
import { readTotals } from "#core/services/payment-intents/totals.ts";
import { MANY, SERIES, seedManyIntents } from "../support/many-rows.ts";
import { rowsReadBy } from "../support/query-plans.ts";
import { okValue } from "../support/result.ts";
import { rowsOf } from "../support/rows.ts";
import { db, deps, seedMerchant } from "../support/seeds.ts";
import { sumLines } from "../support/statement-sums.ts";

const HOUR = 3_600_000;
const NEWEST = Date.UTC(2026, 10, 22);

describe("the sums of statement lines", () => {
  it("reads two rows for each payment of the range, and four for each late one", async () => {
    const { id } = await seedMerchant();
    // A millisecond apart: the whole list is twenty seconds.
    await seedManyIntents(id, NEWEST, { completed_at: "?3 - n + iif(n % 100 = 0, 2 * 3600000, 0)" });
    const early = { from: NEWEST - 3 * HOUR, to: NEWEST - 2 * HOUR };
    const none = { from: NEWEST - 30 * HOUR, to: NEWEST - 20 * HOUR };
    const late = { from: NEWEST + 2 * HOUR - 10_000, to: NEWEST + 2 * HOUR + 1 };
    expect(await rowsReadBy(() => sumLines(db, id, none))).toBeLessThanOrEqual(8);
    expect(await rowsReadBy(() => sumLines(db, id, early))).toBeLessThanOrEqual(8);
    expect(await rowsReadBy(() => sumLines(db, id, late))).toBeLessThanOrEqual(4 * 101 + 10);
    expect(await sumLines(db, id, late)).toEqual([
      { kind: "payment", counterId: null, currency: "USD", count: 101, amountMinor: 126_250n },
    ]);
    const all = { from: NEWEST - HOUR, to: NEWEST + HOUR };
    expect((await sumLines(db, id, all))[0]?.count).toBe(MANY - MANY / 100);
  });

  it("is exact beyond what a double holds", async () => {
    const { id } = await seedMerchant();
    await seedManyIntents(id, NEWEST + 24 * HOUR, { completed_at: "?3 - n" });
    await rowsOf(id).run("UPDATE payment_intents SET amount_minor = 999999999999 WHERE merchant_id = ?", id);
    const [sum] = await sumLines(db, id, { from: NEWEST + 23 * HOUR, to: NEWEST + 25 * HOUR });
    expect(sum?.amountMinor).toBe(999_999_999_999n * BigInt(MANY));
  });
});

describe("GET /totals of eight days", () => {
  it("reads today's payments once, a minute later what is new, and of kept days a row each", async () => {
    const { id } = await seedMerchant();
    const noon = Date.UTC(2026, 11, 4, 12);
    await seedManyIntents(id, noon - 54 * HOUR, { completed_at: "?3 - n" });
    const eight = { from: "2026-11-27", to: "2026-12-04" };
    const open = async (now: number, days = eight) => {
      const stored: Promise<void>[] = [];
      const reader = { merchantId: id, defer: (work: Promise<void>) => void stored.push(work) };
      const totals = okValue(await readTotals({ ...deps, clock: () => now }, reader, days, null));
      await Promise.all(stored);
      return totals.days.map(({ currencies: [usd] }) => usd?.paid.count ?? 0);
    };
    expect((await open(noon - 20 * HOUR)).slice(-3)).toEqual([MANY, 0, 0]);
    await seedPaid(id, noon, 200);
    // Yesterday, which was not over when it was last asked for, is added up again.
    expect(await rowsReadBy(() => open(noon))).toBeLessThanOrEqual(2 * 200 + 20);
    await seedPaid(id, noon + 61_000, 20);
    expect(await rowsReadBy(() => open(noon + 61_000))).toBeLessThanOrEqual(100);
    expect((await open(noon + 61_500)).at(-1)).toBe(220);
    // Whoever reads a kept day later reads nothing of what has come since.
    await seedPaid(id, noon + 240 * HOUR, 500);
    const old = { from: "2026-12-02", to: "2026-12-02" };
    expect(await rowsReadBy(() => open(noon + 264 * HOUR, old))).toBeLessThanOrEqual(30);
  });
});

/** A second apart, the last one just before `until`, each with its event. */
async function seedPaid(merchantId: string, until: number, count: number): Promise<void> {
  await seedManyIntents(merchantId, until - 10_000, { completed_at: "?3 - n" }, count);
  const id = (tail: string) =>
    `printf('%08x-%04x-7000-8${tail}00-%011d0', (?3 - n) / 65536, (?3 - n) % 65536, n)`;
  await rowsOf(merchantId).run(
    `${SERIES} INSERT INTO events (merchant_id, id, intent_id, sequence, type, actor, payload, created_at, delivery_status, attempts)
     SELECT ?2, ${id("1")}, ${id("0")}, 1, 'payment.completed', 'test', '', ?3 - n, 'none', 0 FROM series`,
    ...[count, merchantId, until - 10_000],
  );
}
