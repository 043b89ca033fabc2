// Responses to a customer's wallet app besides intents.
import * as z from "zod/mini";
import { paging, responseOf, text, time, uuid } from "#core/wire/shared/envelope.ts";
import { documented } from "#core/wire/shared/published.ts";

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
