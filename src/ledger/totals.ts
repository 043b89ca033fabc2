import { asc, eq, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { FLOAT_ACCOUNT_ID, type LedgerTotals } from "../domain/ledger.ts";
import { CLEARING_ACCOUNT_ID } from "./rules.ts";
import { ledgerAccounts, ledgerBalances } from "./schema.ts";

/**
 * What all accounts of a currency hold, as of one moment. A wallet is an account that holds one currency. Which is the float
 * is told by its id: a flag that somebody sets takes no account out of the sums.
 */
export async function readTotals(db: Database): Promise<LedgerTotals[]> {
  const { accountId, currency, balanceMinor } = ledgerBalances;
  const { id, currency: held } = ledgerAccounts;
  const isFloat = sql`${accountId} = ${FLOAT_ACCOUNT_ID}`;
  const isClearing = sql`${accountId} = ${CLEARING_ACCOUNT_ID}`;
  const sumOf = (condition: ReturnType<typeof sql>) =>
    sql<number>`sum(iif(${condition}, ${balanceMinor}, 0))`;
  return await db
    .select({
      currency,
      floatMinor: sql<number>`-${sumOf(isFloat)}`,
      walletsMinor: sumOf(sql`${held} IS NOT NULL`),
      merchantsMinor: sumOf(sql`${held} IS NULL AND NOT (${isFloat} OR ${isClearing})`),
      inFlightMinor: sumOf(isClearing),
    })
    .from(ledgerBalances)
    .innerJoin(ledgerAccounts, eq(id, accountId))
    .groupBy(currency)
    .orderBy(asc(currency));
}
