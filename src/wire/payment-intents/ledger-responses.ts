// What comes from the ledger: the merchant's history and the customer's balances.
import * as z from "zod/mini";
import { nullable, paging, responseOf, Secret, text, time, uuid } from "../shared/envelope.ts";

export const LedgerTransaction = z.object({
  transaction_id: uuid(),
  transaction_type: text("`payment`, `refund`, `adjustment`, or what else the ledger has."),
  status: text("`pending`, `completed` or `failed`."),
  amount: text("Decimal text."),
  currency: z.string(),
  from_account_id: uuid(),
  to_account_id: uuid(),
  description: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  created_at: time(),
  completed_at: nullable(time()),
});
export const TransactionsResponse = responseOf("A page of ledger transactions.", {
  merchant_id: uuid(),
  transactions: z.array(LedgerTransaction),
  ...paging,
});

export const Balance = z.object({ currency: z.string(), amount: text("Decimal text.") });
export const WalletResponse = responseOf("The wallet's balances.", {
  wallet: z.object({ wallet_id: uuid(), balances: z.array(Balance) }),
});

export const SandboxWalletResponse = responseOf("The wallet, with credentials for the wallet API.", {
  wallet_id: uuid(),
  scan_token: text("What the customer's QR code carries."),
  client_id: z.string(),
  client_secret: Secret("With the client id, it gets tokens for the wallet API."),
});
export const WalletEventsResponse = responseOf("CloudEvents 1.0, newest first.", {
  events: z.array(
    z.looseObject({ specversion: z.literal("1.0"), id: z.string(), type: z.string(), subject: z.string() }),
  ),
});
