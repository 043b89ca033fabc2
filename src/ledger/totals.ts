import { asc, eq, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { decimalText } from "../domain/money.ts";
import { CLEARING_ACCOUNT_ID } from "./rules.ts";
import { ledgerAccounts, ledgerBalances } from "./schema.ts";

/** What all accounts of a currency hold, as of one moment. A wallet is an account that holds one currency. */
export async function readTotals(db: Database) {
  const { accountId, currency, balanceMinor } = ledgerBalances;
  const { id, isSystem, currency: held } = ledgerAccounts;
  const isClearing = sql`${accountId} = ${CLEARING_ACCOUNT_ID}`;
  const sumOf = (condition: ReturnType<typeof sql>) =>
    sql<number>`coalesce(sum(iif(${condition}, ${balanceMinor}, 0)), 0)`;
  const rows = await db
    .select({
      currency,
      owned: sumOf(sql`${isSystem} AND NOT ${isClearing}`),
      wallets: sumOf(sql`NOT ${isSystem} AND ${held} IS NOT NULL`),
      merchants: sumOf(sql`NOT ${isSystem} AND ${held} IS NULL`),
      inFlight: sumOf(isClearing),
    })
    .from(ledgerBalances)
    .innerJoin(ledgerAccounts, eq(id, accountId))
    .groupBy(currency)
    .orderBy(asc(currency));
  return rows.map((row) => ({
    currency: row.currency,
    float: decimalText(-row.owned, row.currency),
    wallets: decimalText(row.wallets, row.currency),
    merchants: decimalText(row.merchants, row.currency),
    in_flight: decimalText(row.inFlight, row.currency),
  }));
}
