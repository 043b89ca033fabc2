// What a list of sales adds up to, exactly.
import type { SaleIntent } from "./sale.ts";

export interface ListedSale extends SaleIntent {
  amount_minor: number;
}

export interface DayTotal {
  currency: string;
  count: number;
  paidMinor: bigint;
  /** Part of what was paid. */
  refundedMinor: bigint;
}

/** A total for each currency, the one with the most sales first. */
export function totalsOf(sales: readonly ListedSale[]): DayTotal[] {
  const totals = new Map<string, DayTotal>();
  for (const { status, currency, amount_minor, refund_status } of sales) {
    if (status !== "completed") continue;
    const total = totals.get(currency) ?? { currency, count: 0, paidMinor: 0n, refundedMinor: 0n };
    total.count += 1;
    total.paidMinor += BigInt(amount_minor);
    if (refund_status !== null) total.refundedMinor += BigInt(amount_minor);
    totals.set(currency, total);
  }
  return [...totals.values()].sort((a, b) => b.count - a.count);
}
