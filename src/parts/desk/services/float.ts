// Whether the money that the ledger holds is the money that the operator owes.
import { floatDifference, type LedgerTotals } from "#core/domain/ledger.ts";
import type { Ledger } from "#core/domain/ports/ledger.ts";
import { err, type Result } from "#core/domain/result.ts";

/** Throws DependencyError. */
export async function readFloat(ledger: Ledger): Promise<Result<LedgerTotals[], "totals_unsupported">> {
  const totals = await ledger.findTotals();
  return totals.ok ? totals : err("totals_unsupported");
}

/**
 * The currencies in which the float does not add up, or cannot be added up. Read twice: a ledger that reads its accounts one
 * by one may be overtaken by a transfer. None where the ledger does not show totals. Throws DependencyError.
 */
export async function findFloatBreaks(ledger: Ledger): Promise<LedgerTotals[]> {
  const read = async () => {
    const totals = await ledger.findTotals();
    return totals.ok ? totals.value : [];
  };
  const found = (await read()).map((totals) => [totals.currency, floatDifference(totals)] as const);
  const broken = new Map(found.filter(([, difference]) => difference !== 0n));
  if (broken.size === 0) return [];
  return (await read()).filter((totals) => broken.get(totals.currency) === floatDifference(totals));
}
