import { asc, sql } from "drizzle-orm";
import type { Database } from "#core/db/client.ts";
import type { LedgerTotals } from "#core/domain/ledger.ts";
import { type AccountKind, ledgerTotals } from "./schema.ts";

/** What all accounts of a currency hold, as of one moment. A wallet is an account that holds one currency. */
export async function readTotals(db: Database): Promise<LedgerTotals[]> {
  const { currency, kind, sumMinor } = ledgerTotals;
  const rows = await db
    .select({ currency, kind, sum: sql<string>`CAST(${sumMinor} AS TEXT)` })
    .from(ledgerTotals)
    .orderBy(asc(currency));
  return [...Map.groupBy(rows, (row) => row.currency)].map(([currency, sums]) => {
    const sumOf = (of: AccountKind) => readMinor(sums.find((row) => row.kind === of)?.sum ?? "0");
    const float = sumOf("float");
    return {
      currency,
      floatMinor: float === null ? null : -float,
      walletsMinor: sumOf("wallets"),
      merchantsMinor: sumOf("merchants"),
      inFlightMinor: sumOf("clearing"),
    };
  });
}

/** Reads a column's text, since D1 returns doubles. Returns null beyond 2^63, where SQLite counts in doubles as well. */
export function readMinor(text: string): bigint | null {
  return /^-?\d+$/.test(text) ? BigInt(text) : null;
}
