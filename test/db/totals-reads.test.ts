// The totals of a day read the payments of the day and of an hour more, whatever else there is.

import { describe, expect, it } from "vitest";
import { sumStatementLines } from "#core/db/payment-intents/statement-lines.ts";
import { MANY, seedManyIntents } from "../support/many-rows.ts";
import { rowsReadBy } from "../support/query-plans.ts";
import { rowsOf } from "../support/rows.ts";
import { db, seedMerchant } from "../support/seeds.ts";

const HOUR = 3_600_000;
const NEWEST = Date.UTC(2026, 10, 22);

describe("sumStatementLines", () => {
  it("reads two rows for each payment of the range, and four for each late one", async () => {
    const { id } = await seedMerchant();
    // A millisecond apart: the whole list is twenty seconds.
    await seedManyIntents(id, NEWEST, { completed_at: "?3 - n + iif(n % 100 = 0, 2 * 3600000, 0)" });
    const early = { from: NEWEST - 3 * HOUR, to: NEWEST - 2 * HOUR };
    const none = { from: NEWEST - 30 * HOUR, to: NEWEST - 20 * HOUR };
    const late = { from: NEWEST + 2 * HOUR - 10_000, to: NEWEST + 2 * HOUR + 1 };
    expect(await rowsReadBy(() => sumStatementLines(db, id, none))).toBeLessThanOrEqual(5);
    expect(await rowsReadBy(() => sumStatementLines(db, id, early))).toBeLessThanOrEqual(5);
    expect(await rowsReadBy(() => sumStatementLines(db, id, late))).toBeLessThanOrEqual(4 * 101 + 10);
    expect(await sumStatementLines(db, id, late)).toEqual([
      { kind: "payment", counterId: null, currency: "USD", count: 101, amountMinor: 126_250n },
    ]);
    const all = { from: NEWEST - HOUR, to: NEWEST + HOUR };
    expect((await sumStatementLines(db, id, all))[0]?.count).toBe(MANY - MANY / 100);
  });

  it("is exact beyond what a double holds", async () => {
    const { id } = await seedMerchant();
    await seedManyIntents(id, NEWEST + 24 * HOUR, { completed_at: "?3 - n" });
    await rowsOf(id).run("UPDATE payment_intents SET amount_minor = 999999999999 WHERE merchant_id = ?", id);
    const [sum] = await sumStatementLines(db, id, { from: NEWEST + 23 * HOUR, to: NEWEST + 25 * HOUR });
    expect(sum?.amountMinor).toBe(999_999_999_999n * BigInt(MANY));
  });
});
