// Responses to a customer's wallet app besides intents.
import * as z from "zod/mini";
import { nullable, numberText, paging, responseOf, text, time, uuid } from "#core/wire/shared/envelope.ts";
import { LogoUrl } from "#core/wire/shared/logo.ts";
import { documented } from "#core/wire/shared/openapi-notes.ts";

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

/** A message on the wallet's WebSocket. */
export const WalletChangeResponse = z.object({
  type: documented(
    "More types may follow: read everything again for those you do not know.",
    z.enum(["approval_requested", "approval_ended", "balance_changed"]),
  ),
  payment_intent_id: z.optional(uuid()),
});

export const Receipt = z.object({
  address: nullable(z.string(), "As the shop gives it today, as all of these."),
  vat_id: nullable(z.string()),
  receipt_footer: nullable(z.string()),
  logo_url: LogoUrl,
  time_zone: text("IANA; the shop's."),
  counter_name: nullable(z.string(), "Where it was sold; null for a payment at no counter."),
});
export const ReceiptResponse = responseOf("What the shop has on its receipts.", { receipt: Receipt });

export const WalletTransaction = z.object({
  id: text("The transaction's id at the ledger."),
  number: nullable(numberText(), "What people call the payment or movement; null where that is not known."),
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
  corrects_number: nullable(
    numberText(),
    "The top-up that a pay-out corrects, of which no cash was handed out.",
  ),
  merchant_name: nullable(z.string(), "As the merchant is called today."),
  payment_intent_id: nullable(uuid(), "What was paid or refunded, where that is known."),
  description: z.string(),
});
