// Whether the money that the ledger holds is the money that the operator owes.
import { floatDifference, type LedgerTotals } from "../../domain/ledger.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import { err, ok, type Result } from "../../domain/result.ts";

export interface CurrencyFloat extends LedgerTotals {
  /** As `floatDifference`. */
  differenceMinor: number;
}

/** Throws DependencyError. */
export async function readFloat(ledger: Ledger): Promise<Result<CurrencyFloat[], "totals_unsupported">> {
  const totals = await ledger.findTotals();
  if (!totals.ok) return err("totals_unsupported");
  return ok(totals.value.map((of) => ({ ...of, differenceMinor: floatDifference(of) })));
}

/**
 * The currencies in which the float does not add up. Read twice: a ledger that reads its accounts one by one may be
 * overtaken by a transfer. None where the ledger does not show totals. Throws DependencyError.
 */
export async function findFloatBreaks(
  ledger: Ledger,
): Promise<Result<CurrencyFloat[], "totals_unsupported">> {
  const first = await readFloat(ledger);
  if (!first.ok) return first;
  const broken = first.value.filter(({ differenceMinor }) => differenceMinor !== 0);
  if (broken.length === 0) return ok([]);
  const second = await readFloat(ledger);
  if (!second.ok) return second;
  const isStill = ({ currency, differenceMinor }: CurrencyFloat) =>
    broken.some((each) => each.currency === currency && each.differenceMinor === differenceMinor);
  return ok(second.value.filter(isStill));
}
