// Reads what the counter has taken today. Its day is that of the merchant's time zone, as in the dashboard's totals.

import { dateIn } from "../../../core/lib/local-time.ts";
import type { TotalsResponse } from "../../../sdk/index.ts";
import type { Outcome } from "../kit/exchange.ts";
import { listIntents, readTotals } from "./api.ts";
import type { SaleIntent } from "./sale.ts";

const LISTED = "50";

export interface Day {
  /** A total for each currency, the one with the most sales first. */
  totals: TotalsResponse["counters"];
  /** The last ones, newest first. */
  sales: SaleIntent[];
  timeZone: string;
}

export async function readDay(counterId: string): Promise<Outcome<Day>> {
  const [totals, listed] = await Promise.all([
    readTotals(),
    listIntents({ counter_id: counterId, limit: LISTED }),
  ]);
  if (totals.kind !== "ok") return totals;
  if (listed.kind !== "ok") return listed;
  const { counters, to: today, time_zone: timeZone } = totals.value;
  return {
    kind: "ok",
    value: {
      totals: counters
        .filter((total) => total.counter_id === counterId)
        .sort((one, other) => other.paid.count - one.paid.count),
      sales: listed.value.payment_intents.filter(
        ({ created_at }) => dateIn(timeZone, Date.parse(created_at)) === today,
      ),
      timeZone,
    },
  };
}
