import type { LedgerTotals } from "../../domain/ledger.ts";
import { decimalText } from "../../domain/money.ts";

export function presentFloat({ currency, ...sums }: LedgerTotals & { differenceMinor: number }) {
  const amount = (minor: number) => decimalText(minor, currency);
  return {
    currency,
    float: amount(sums.floatMinor),
    wallets: amount(sums.walletsMinor),
    merchants: amount(sums.merchantsMinor),
    in_flight: amount(sums.inFlightMinor),
    difference: amount(sums.differenceMinor),
  };
}
