import * as z from "zod/mini";
import { NextCursor, nullable, responseOf, text, time, uuid } from "#core/wire/shared/envelope.ts";
import { documented } from "#core/wire/shared/published.ts";

const WalletTransaction = z.object({
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

export const responses = {
  WalletTransaction,
  WalletTransactionsResponse: responseOf("A page of the wallet's history, newest first.", {
    transactions: z.array(WalletTransaction),
    next_cursor: NextCursor,
  }),
};

type Responses = typeof responses;
declare global {
  interface PartResponses extends Responses {}
}
