// The customer's side of an intent.
import { listApprovals } from "../db/payment-intents.ts";
import type { IntentRefusal } from "../domain/commands.ts";
import { decimalText } from "../domain/money.ts";
import type { PaymentIntent } from "../domain/payment-intent.ts";
import type { Result } from "../domain/result.ts";
import type { WalletCaller } from "./caller.ts";
import type { Dependencies } from "./dependencies.ts";

/**
 * `confirm` pays a pending intent, `approve` and `reject` answer one that was asked of this wallet. While the
 * ledger's answer is unknown, the intent comes back with its operation.
 */
export async function actOnIntent(
  deps: Dependencies,
  { walletId, cause }: WalletCaller,
  intentId: string,
  type: "confirm" | "approve" | "reject",
): Promise<Result<PaymentIntent, IntentRefusal>> {
  return await deps.intents.execute(intentId, { type, walletId }, cause);
}

/** What waits for this wallet's answer, newest first. */
export async function listOpenApprovals(deps: Dependencies, walletId: string): Promise<PaymentIntent[]> {
  return await listApprovals(deps.db, walletId, deps.clock());
}

/** Balances as decimal text; none for a wallet the ledger does not know yet. */
export async function listBalances(
  deps: Dependencies,
  walletId: string,
): Promise<{ currency: string; amount: string }[]> {
  const balances = (await deps.ledger.findBalances(walletId)) ?? [];
  return balances.map(({ currency, amountMinor }) => ({
    currency,
    amount: decimalText(amountMinor, currency),
  }));
}
