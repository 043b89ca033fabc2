// Responses to a customer's wallet app besides intents.
import * as z from "zod/mini";
import { PayOut } from "../movements/responses.ts";
import { integer, NextCursor, nullable, paging, responseOf, text, time, uuid } from "../shared/envelope.ts";
import { documented } from "../shared/published.ts";

export const Balance = z.object({ currency: z.string(), amount: text("Decimal text.") });
export const WalletResponse = responseOf("The wallet's balances.", {
  wallet: z.object({ wallet_id: uuid(), balances: z.array(Balance) }),
});

export const ScanTokenResponse = responseOf(
  "Show the token as a QR code, and get the next one before it expires.",
  { scan_token: text("What the customer's QR code carries."), expires_at: time() },
);

export const BlockedMerchant = z.object({ id: uuid(), business_name: z.string(), blocked_at: time() });
export const BlockedMerchantsResponse = responseOf("A page of blocked merchants, newest first.", {
  blocked_merchants: z.array(BlockedMerchant),
  ...paging,
});

export const PushResponse = responseOf("How a wallet is pushed to.", {
  public_key: nullable(z.string(), "The service's key, in base64url; null where nothing is pushed."),
  subscriptions: integer("How many browsers are pushed to."),
});

/** A message on the wallet's WebSocket. */
export const WalletChangeResponse = z.object({
  type: documented(
    "More types may follow: read everything again for those you do not know.",
    z.enum(["approval_requested", "approval_ended", "balance_changed"]),
  ),
  payment_intent_id: z.optional(uuid()),
});

export const WalletTransaction = z.object({
  id: text("The transaction's id at the ledger."),
  transaction_type: text(
    "`payment`, `refund`, `top_up`, `pay_out`, `adjustment`, or what else the ledger has.",
  ),
  direction: documented(
    "`out` lowers the balance, `in` raises it; once the transaction is `completed`.",
    z.enum(["in", "out"]),
  ),
  amount: text("Decimal text, never negative."),
  currency: z.string(),
  status: text("`pending`, `completed` or `failed`."),
  created_at: time(),
  merchant_id: nullable(uuid(), "Null when the other account is not a merchant's."),
  desk_name: nullable(z.string(), "The cash desk of a top-up or a pay-out, as it is called today."),
  merchant_name: nullable(z.string(), "As the merchant is called today."),
  payment_intent_id: nullable(uuid(), "What was paid or refunded, where that is known."),
  description: z.string(),
});
export const WalletTransactionsResponse = responseOf("A page of the wallet's history, newest first.", {
  transactions: z.array(WalletTransaction),
  next_cursor: NextCursor,
});

export const PayOutResponse = responseOf("The pay-out as it now stands.", { pay_out: PayOut });
