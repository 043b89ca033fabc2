// Reads what the counter has taken today, in the merchant's time zone as in the dashboard's totals, and the last day's sales.

import type { TotalsResponse } from "../../../sdk/index.ts";
import { assumedNow } from "../kit/clock.ts";
import type { Outcome } from "../kit/exchange.ts";
import { listIntents, readTotals } from "./api.ts";
import type { SaleIntent } from "./sale.ts";

const LISTED = "50";
const DAY_MS = 24 * 60 * 60_000;

export interface Day {
  /** A total for each currency, the one with the most sales first. */
  totals: TotalsResponse["counters"];
  sales: Sales;
  timeZone: string;
  /** The date of it there. */
  today: string;
}

/** Lists what was sold in the last 24 hours, newest first. */
export interface Sales {
  list: SaleIntent[];
  /** Where the earlier ones begin; null when there are none. */
  next: string | null;
}

export async function readDay(counterId: string): Promise<Outcome<Day>> {
  const [totals, sales] = await Promise.all([readTotals(), readSales(counterId)]);
  if (totals.kind !== "ok") return totals;
  if (sales.kind !== "ok") return sales;
  const { counters, to: today, time_zone: timeZone } = totals.value;
  const own = counters
    .filter((total) => total.counter_id === counterId)
    .sort((one, other) => other.paid.count - one.paid.count);
  return { kind: "ok", value: { totals: own, sales: sales.value, timeZone, today } };
}

export async function readSales(counterId: string, cursor: string | null = null): Promise<Outcome<Sales>> {
  const query = {
    counter_id: counterId,
    limit: LISTED,
    created_from: new Date(assumedNow() - DAY_MS).toISOString(),
    ...(cursor !== null && { cursor }),
  };
  const read = await listIntents(query);
  if (read.kind !== "ok") return read;
  return { kind: "ok", value: { list: read.value.payment_intents, next: read.value.next_cursor } };
}
