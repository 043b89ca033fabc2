import { asc, eq, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import type { LedgerTotals } from "../domain/ledger.ts";
import { CLEARING_ACCOUNT_ID } from "./rules.ts";
import { ledgerAccounts, ledgerBalances } from "./schema.ts";

/** What all accounts of a currency hold, as of one moment. A wallet is an account that holds one currency. */
export async function readTotals(db: Database): Promise<LedgerTotals[]> {
  const { accountId, currency, balanceMinor } = ledgerBalances;
  const { id, isSystem, currency: held } = ledgerAccounts;
  const isClearing = sql`${accountId} = ${CLEARING_ACCOUNT_ID}`;
  const sumOf = (condition: ReturnType<typeof sql>) =>
    sql<number>`coalesce(sum(iif(${condition}, ${balanceMinor}, 0)), 0)`;
  return await db
    .select({
      currency,
      floatMinor: sql<number>`0 - ${sumOf(sql`${isSystem} AND NOT ${isClearing}`)}`,
      walletsMinor: sumOf(sql`NOT ${isSystem} AND ${held} IS NOT NULL`),
      merchantsMinor: sumOf(sql`NOT ${isSystem} AND ${held} IS NULL`),
      inFlightMinor: sumOf(isClearing),
    })
    .from(ledgerBalances)
    .innerJoin(ledgerAccounts, eq(id, accountId))
    .groupBy(currency)
    .orderBy(asc(currency));
}
