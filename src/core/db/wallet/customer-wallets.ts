import { and, eq } from "drizzle-orm";
import type { Database } from "#core/db/client.ts";
import { customerWallets } from "#core/db/schema/sessions.ts";

export type CustomerWallet = typeof customerWallets.$inferSelect;

/** Returns the wallet that the customer has: that of the earliest row stands. Safe to repeat. */
export async function keepCustomerWallet(db: Database, wallet: CustomerWallet): Promise<string> {
  const [, [kept]] = await db.batch([
    db.insert(customerWallets).values(wallet).onConflictDoNothing(),
    db.select({ walletId: customerWallets.walletId }).from(customerWallets).where(whereCustomer(wallet)),
  ]);
  if (kept === undefined) throw new Error("a customer's wallet was not stored");
  return kept.walletId;
}

export async function hasCustomerWallet(
  db: Database,
  customer: Pick<CustomerWallet, "issuer" | "subject">,
): Promise<boolean> {
  return (await db.select().from(customerWallets).where(whereCustomer(customer)).get()) !== undefined;
}

/** The subjects of those to whom the service has given the wallet. */
export async function listCustomersOf(
  db: Database,
  { issuer, walletId }: Pick<CustomerWallet, "issuer" | "walletId">,
): Promise<string[]> {
  const isGiven = and(eq(customerWallets.walletId, walletId), eq(customerWallets.issuer, issuer));
  const rows = await db.select({ subject: customerWallets.subject }).from(customerWallets).where(isGiven);
  return rows.map(({ subject }) => subject);
}

function whereCustomer({ issuer, subject }: Pick<CustomerWallet, "issuer" | "subject">) {
  return and(eq(customerWallets.issuer, issuer), eq(customerWallets.subject, subject));
}
