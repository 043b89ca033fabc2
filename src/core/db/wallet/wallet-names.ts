import { eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "#core/db/client.ts";
import { walletNames } from "#core/db/schema/wallet.ts";

export async function findWalletName(db: Database, walletId: string): Promise<string | null> {
  const { name } = walletNames;
  return (
    (await db.select({ name }).from(walletNames).where(eq(walletNames.walletId, walletId)).get())?.name ??
    null
  );
}

/** Null takes it away. */
export async function storeWalletName(
  db: Database,
  walletId: string,
  name: string | null,
  changedAt: number,
): Promise<void> {
  if (name === null) await db.delete(walletNames).where(eq(walletNames.walletId, walletId));
  else
    await db
      .insert(walletNames)
      .values({ walletId, name, changedAt })
      .onConflictDoUpdate({ target: walletNames.walletId, set: { name, changedAt } });
}

/** What a customer is known by: the label of the last sign-in, and the name that the customer chose. */
export interface CustomerNames {
  /** Null where nobody has signed in, empty for a sign-in without a name. */
  label: string | null;
  chosenName: string | null;
}

/** Two columns, of the wallet with that id. */
export function namesOf(walletId: SQL) {
  return {
    label: sql<string | null>`(SELECT label FROM customer_sessions c WHERE c.wallet_id = ${walletId}
      ORDER BY c.created_at DESC LIMIT 1)`,
    chosenName: sql<string | null>`(SELECT name FROM wallet_names n WHERE n.wallet_id = ${walletId})`,
  };
}

export async function readCustomerNames(db: Database, walletId: string): Promise<CustomerNames> {
  const { label, chosenName } = namesOf(sql`${walletId}`);
  return await db.get<CustomerNames>(sql`SELECT ${label} AS "label", ${chosenName} AS "chosenName"`);
}
