// Whether the money that the ledger holds is the money that the operator owes.
import { floatDifference, type LedgerTotals } from "#core/domain/ledger.ts";
import type { Ledger } from "#core/domain/ports/ledger.ts";
import { err, ok, type Result } from "#core/domain/result.ts";

/** Throws DependencyError. */
export async function readFloat(ledger: Ledger): Promise<Result<LedgerTotals[], "totals_unsupported">> {
  const totals = await ledger.findTotals();
  return totals.ok ? totals : err("totals_unsupported");
}

/**
 * The currencies in which the float does not add up, or cannot be added up. Read twice: a ledger that reads its accounts one
 * by one may be overtaken by a transfer. None where the ledger does not show totals. Throws DependencyError.
 */
export async function findFloatBreaks(ledger: Ledger): Promise<Result<LedgerTotals[], "totals_unsupported">> {
  const first = await readFloat(ledger);
  if (!first.ok) return first;
  const broken = first.value.filter((totals) => floatDifference(totals) !== 0n);
  if (broken.length === 0) return ok([]);
  const second = await readFloat(ledger);
  if (!second.ok) return second;
  const isStill = (totals: LedgerTotals) =>
    broken.some(
      (each) => each.currency === totals.currency && floatDifference(each) === floatDifference(totals),
    );
  return ok(second.value.filter(isStill));
}
