import type { IntentRefusal } from "../domain/commands.ts";
import { decimalText } from "../domain/money.ts";
import type { PaymentIntent } from "../domain/payment-intent.ts";
import type { Cause } from "../domain/ports.ts";
import type { Result } from "../domain/result.ts";
import type { Services } from "./context.ts";

/** Pays from the wallet. While the ledger's answer is unknown, the intent comes back with its operation. */
export async function confirmPayment(
  services: Services,
  walletId: string,
  intentId: string,
  cause: Cause,
): Promise<Result<PaymentIntent, IntentRefusal>> {
  return await services.intents.execute(intentId, { type: "confirm", walletId }, cause);
}

/** Balances as decimal text; none for a wallet the ledger does not know yet. */
export async function listBalances(
  services: Services,
  walletId: string,
): Promise<{ currency: string; amount: string }[]> {
  const balances = (await services.ledger.findBalances(walletId)) ?? [];
  return balances.map(({ currency, amountMinor }) => ({
    currency,
    amount: decimalText(amountMinor, currency),
  }));
}
