import { asc } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import type { LedgerTotals } from "../domain/ledger.ts";
import { type AccountKind, ledgerTotals } from "./schema.ts";

/** What all accounts of a currency hold, as of one moment. A wallet is an account that holds one currency. */
export async function readTotals(db: Database): Promise<LedgerTotals[]> {
  const rows = await db.select().from(ledgerTotals).orderBy(asc(ledgerTotals.currency));
  return [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, sums]) => {
    const sumOf = (of: AccountKind) => sums.find(({ kind }) => kind === of)?.sumMinor ?? 0;
    return {
      currency,
      floatMinor: 0 - sumOf("float"),
      walletsMinor: sumOf("wallets"),
      merchantsMinor: sumOf("merchants"),
      inFlightMinor: sumOf("clearing"),
    };
  });
}
