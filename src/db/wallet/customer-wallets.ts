import { and, eq } from "drizzle-orm";
import type { Database } from "../client.ts";
import { customerWallets } from "../schema/sessions.ts";

export type CustomerWallet = typeof customerWallets.$inferSelect;

/** Returns the wallet that the customer has: that of the earliest row stands. Safe to repeat. */
export async function keepCustomerWallet(db: Database, wallet: CustomerWallet): Promise<string> {
  const { issuer, subject } = customerWallets;
  const isCustomers = and(eq(issuer, wallet.issuer), eq(subject, wallet.subject));
  const [, [kept]] = await db.batch([
    db.insert(customerWallets).values(wallet).onConflictDoNothing(),
    db.select({ walletId: customerWallets.walletId }).from(customerWallets).where(isCustomers),
  ]);
  if (kept === undefined) throw new Error("a customer's wallet was not stored");
  return kept.walletId;
}
