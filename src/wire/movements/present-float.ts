import type { LedgerTotals } from "../../domain/ledger.ts";
import { decimalText } from "../../domain/money.ts";
import { presentTotals } from "../payment-intents/ledger.ts";

export function presentFloat(totals: LedgerTotals & { differenceMinor: number }) {
  return { ...presentTotals(totals), difference: decimalText(totals.differenceMinor, totals.currency) };
}
