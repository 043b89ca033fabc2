import { expect, test } from "vitest";
import { daysOf, sumsOf } from "#parts/dashboard/browser/payment-days.ts";
import type { PaymentIntent } from "#sdk/index.ts";

const payment = (created_at: string, amount_decimal = "1.00", currency = "EUR") =>
  ({ created_at, amount_decimal, currency }) as PaymentIntent;

const TIMES = [
  "2026-03-29T21:59:00Z",
  "2026-03-29T09:00:00Z",
  "2026-03-28T23:00:00Z",
  "2026-03-28T22:59:00Z",
];

test("days are those of the merchant's time zone, and whole where both their ends are in the list", () => {
  const wholeOf = (isFirst: boolean, isLast: boolean) =>
    daysOf(
      TIMES.map((time) => payment(time)),
      { timeZone: "Europe/Zurich", isFirst, isLast },
    ).map(({ day, payments, isWhole }) => [day, payments.length, isWhole]);
  // Clocks went forward on that day.
  expect(wholeOf(true, true)).toEqual([
    ["2026-03-29", 3, true],
    ["2026-03-28", 1, true],
  ]);
  expect(wholeOf(true, false)).toEqual([
    ["2026-03-29", 3, true],
    ["2026-03-28", 1, false],
  ]);
  expect(wholeOf(false, false)).toEqual([
    ["2026-03-29", 3, false],
    ["2026-03-28", 1, false],
  ]);
});

test("sums are exact in each currency", () => {
  const sold = ["0.10", "0.20", "90071992547409.93"].map((decimal) => payment("", decimal));
  const others = [payment("", "5", "JPY"), payment("", "0.005", "KWD"), payment("", "0.00", "CHF")];
  expect(sumsOf([...sold, ...others])).toEqual([
    ["EUR", "90071992547410.23"],
    ["JPY", "5"],
    ["KWD", "0.005"],
    ["CHF", "0.00"],
  ]);
});
