import { floatDifference, type LedgerTotals } from "../../domain/ledger.ts";
import { decimalText } from "../../domain/money.ts";
import { presentTotals } from "../payment-intents/ledger.ts";
import type { Wire } from "../shared/wire-types.ts";

export function presentFloat(totals: LedgerTotals): Wire<"CurrencyFloat"> {
  return { ...presentTotals(totals), difference: presentDifference(totals) };
}

/** Null when it is not known. */
export function presentDifference(totals: LedgerTotals): string | null {
  const difference = floatDifference(totals);
  return difference === null ? null : decimalText(difference, totals.currency);
}
