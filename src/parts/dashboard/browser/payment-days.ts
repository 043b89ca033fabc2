// Which days the payments of a list are of, and what a day's payments come to where all of them are in the list.
import { dateIn } from "#core/lib/local-time.ts";
import type { PaymentIntent } from "#sdk/index.ts";

export interface PaymentDay {
  /** Its form is YYYY-MM-DD. */
  day: string;
  payments: PaymentIntent[];
  /** False where further ones of the day are on the page before, or the next. */
  isWhole: boolean;
}

/** `payments` are in the list's order. */
export function daysOf(
  payments: readonly PaymentIntent[],
  { timeZone, isFirst, isLast }: { timeZone: string; isFirst: boolean; isLast: boolean },
): PaymentDay[] {
  const days: PaymentDay[] = [];
  for (const payment of payments) {
    const day = dateIn(timeZone, Date.parse(payment.created_at));
    const latest = days.at(-1);
    if (latest?.day === day) latest.payments.push(payment);
    else days.push({ day, payments: [payment], isWhole: true });
  }
  return days.map((each, index) => ({
    ...each,
    isWhole: (isFirst || index > 0) && (isLast || index < days.length - 1),
  }));
}

/** The decimal sum in each currency. Exact: all decimals of a currency have as many digits. */
export function sumsOf(payments: readonly PaymentIntent[]): [currency: string, decimal: string][] {
  const sums = new Map<string, { minor: bigint; digits: number }>();
  for (const { currency, amount_decimal: decimal } of payments) {
    const digits = decimal.split(".")[1]?.length ?? 0;
    const minor = (sums.get(currency)?.minor ?? 0n) + BigInt(decimal.replace(".", ""));
    sums.set(currency, { minor, digits });
  }
  return [...sums].map(([currency, { minor, digits }]) => {
    const text = String(minor).padStart(digits + 1, "0");
    const whole = text.slice(0, text.length - digits);
    return [currency, digits === 0 ? whole : `${whole}.${text.slice(-digits)}`];
  });
}
