// What a merchant was paid and has refunded, in minor units. Sums can exceed what a double holds exactly.

export interface StatementSum {
  kind: "payment" | "refund";
  counterId: string | null;
  currency: string;
  count: number;
  amountMinor: bigint;
}

/** One of each kind, counter and currency, and of each key; none of nothing. */
export function addUp<Sum extends StatementSum>(
  sums: readonly Sum[],
  keyOf: (sum: Sum) => string = () => "",
): Sum[] {
  const added = new Map<string, Sum>();
  for (const sum of sums) {
    const key = `${sum.kind} ${sum.currency} ${sum.counterId ?? ""} ${keyOf(sum)}`;
    const { count, amountMinor } = added.get(key) ?? { count: 0, amountMinor: 0n };
    added.set(key, { ...sum, count: count + sum.count, amountMinor: amountMinor + sum.amountMinor });
  }
  return [...added.values()].filter(({ count }) => count !== 0);
}

interface Sum {
  count: number;
  amountMinor: bigint;
}

export interface Total {
  currency: string;
  paid: Sum;
  refunded: Sum;
}

export interface CounterTotal extends Total {
  /** It is null for what was paid at no counter. */
  counterId: string | null;
}

/** The totals per currency, and per counter and currency. The counters' totals add up to those of the currencies. */
export function totalsOf(sums: readonly StatementSum[]): { currencies: Total[]; counters: CounterTotal[] } {
  const currencies = new Map<string, Total>();
  const counters = new Map<string, CounterTotal>();
  for (const { kind, counterId, currency, count, amountMinor } of sums) {
    const empty = () => ({
      currency,
      paid: { count: 0, amountMinor: 0n },
      refunded: { count: 0, amountMinor: 0n },
    });
    const key = `${currency} ${counterId ?? ""}`;
    const total = currencies.get(currency) ?? empty();
    const ofCounter = counters.get(key) ?? { counterId, ...empty() };
    currencies.set(currency, total);
    counters.set(key, ofCounter);
    for (const each of [total, ofCounter]) {
      const sum = kind === "payment" ? each.paid : each.refunded;
      sum.count += count;
      sum.amountMinor += amountMinor;
    }
  }
  const sorted = <T>(totals: Map<string, T>) =>
    [...totals].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, total]) => total);
  return { currencies: sorted(currencies), counters: sorted(counters) };
}

/** Dates of the merchant's time zone, both included. */
export interface Days {
  from: string;
  to: string;
}

export interface Totals extends Days {
  timeZone: string;
  currencies: Total[];
  counters: CounterTotal[];
  /** The oldest first. */
  days: { date: string; currencies: Total[] }[];
}
