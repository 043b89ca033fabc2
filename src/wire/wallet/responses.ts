// Responses to a customer's wallet app besides intents and balances.
import * as z from "zod/mini";
import { paging, responseOf, text, time, uuid } from "../shared/envelope.ts";
import { documented, named } from "../shared/published.ts";

export const ScanTokenResponse = responseOf(
  "ScanTokenResponse",
  "Show the token as a QR code, and get the next one before it expires.",
  { scan_token: text("What the customer's QR code carries."), expires_at: time() },
);

export const BlockedMerchant = named(
  "BlockedMerchant",
  z.object({ id: uuid(), business_name: z.string(), blocked_at: time() }),
);
export const BlockedMerchantsResponse = responseOf(
  "BlockedMerchantsResponse",
  "A page of blocked merchants, newest first.",
  { blocked_merchants: z.array(BlockedMerchant), ...paging },
);

/** A message on the wallet's WebSocket. */
export const WalletChangeResponse = named(
  "WalletChangeResponse",
  z.object({
    type: documented(
      { description: "More types may follow: read everything again for those you do not know." },
      z.enum(["approval_requested", "approval_ended", "balance_changed"]),
    ),
    payment_intent_id: z.optional(uuid()),
  }),
);
