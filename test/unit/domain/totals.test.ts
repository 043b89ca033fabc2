import { describe, expect, it } from "vitest";
import { type StatementSum, totalsOf } from "#core/domain/payment-intents/totals.ts";

function aSum(change: Partial<StatementSum>): StatementSum {
  return { kind: "payment", counterId: null, currency: "EUR", count: 1, amountMinor: 100n, ...change };
}

describe("totalsOf", () => {
  it("sorts currencies by code, and of each the counters after what was paid at none", () => {
    const sums = [
      aSum({ currency: "USD", counterId: "b" }),
      aSum({ currency: "USD", counterId: "z" }),
      aSum({ currency: "USD" }),
      aSum({ currency: "EUR", counterId: "c" }),
      aSum({ currency: "CHF" }),
    ];
    const { currencies, counters } = totalsOf(sums);
    expect(currencies.map(({ currency }) => currency)).toEqual(["CHF", "EUR", "USD"]);
    expect(counters.map(({ currency, counterId }) => [currency, counterId])).toEqual([
      ["CHF", null],
      ["EUR", "c"],
      ["USD", null],
      ["USD", "b"],
      ["USD", "z"],
    ]);
  });

  it("keeps payments and refunds apart, per counter and in all", () => {
    const sums = [
      aSum({ counterId: "a", count: 3, amountMinor: 900n }),
      aSum({ counterId: "b", count: 2, amountMinor: 50n }),
      aSum({ counterId: "a", kind: "refund", count: 1, amountMinor: 300n }),
    ];
    const none = { count: 0, amountMinor: 0n };
    expect(totalsOf(sums)).toEqual({
      currencies: [
        {
          currency: "EUR",
          paid: { count: 5, amountMinor: 950n },
          refunded: { count: 1, amountMinor: 300n },
        },
      ],
      counters: [
        {
          ...{ counterId: "a", currency: "EUR" },
          paid: { count: 3, amountMinor: 900n },
          refunded: { count: 1, amountMinor: 300n },
        },
        { counterId: "b", currency: "EUR", paid: { count: 2, amountMinor: 50n }, refunded: none },
      ],
    });
  });
});
