import { decimalText } from "#core/domain/money.ts";
import type { Total, Totals } from "#core/domain/payment-intents/totals.ts";
import { RawJson } from "#core/lib/raw-json.ts";
import type { Wire, WithRaw } from "#core/wire/shared/wire-types.ts";

type Exact<Name extends "Total" | "TotalsResponse"> = WithRaw<Wire<Name>, "amount_minor">;

export function presentTotals(
  totals: Totals,
  { byDay }: { byDay: boolean },
): Omit<Exact<"TotalsResponse">, "success"> {
  const days = totals.days.map(({ date, currencies }) => ({ date, totals: currencies.map(presentTotal) }));
  return {
    from: totals.from,
    to: totals.to,
    time_zone: totals.timeZone,
    totals: totals.currencies.map(presentTotal),
    counters: totals.counters.map((total) => ({ counter_id: total.counterId, ...presentTotal(total) })),
    ...(byDay ? { days } : {}),
  };
}

export function presentTotal({ currency, paid, refunded }: Total): Exact<"Total"> {
  return {
    currency,
    paid: { count: paid.count, ...money(paid.amountMinor, currency) },
    refunded: { count: refunded.count, ...money(refunded.amountMinor, currency) },
    net: money(paid.amountMinor - refunded.amountMinor, currency),
  };
}

/** Exact, also where a double would not be. */
function money(amountMinor: bigint, currency: string) {
  return {
    amount_minor: new RawJson(String(amountMinor)),
    amount_decimal: decimalText(amountMinor, currency),
  };
}
