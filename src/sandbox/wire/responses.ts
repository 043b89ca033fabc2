import * as z from "zod/mini";
import { integer, Note, nullable, responseOf, Secret, text, time, uuid } from "#core/wire/shared/envelope.ts";
import { documented } from "#core/wire/shared/openapi-notes.ts";
import { PLAYGROUND_FAULTS } from "#sandbox/domain/playground.ts";

export const SandboxFault = z.object({
  fault: z.enum(PLAYGROUND_FAULTS),
  expires_at: time("When it ends by itself."),
});
export const SandboxFaultsResponse = responseOf("What goes wrong at the moment.", {
  faults: z.array(SandboxFault),
});

export const SandboxClockResponse = responseOf("What has come nearer.", {
  payment_intents: integer("Open intents that now expire sooner, or have expired."),
  retries: integer("Failed webhooks that are now sent again sooner."),
});

export const InboxMessage = z.object({
  id: uuid("Send it as `after` next time."),
  received_at: time(),
  headers: documented("With names in lower case.", z.record(z.string(), z.string())),
  body: text("The raw body, which is what was signed."),
  response_status: nullable(integer(), "How the inbox responded; null when it did not."),
});
export const SandboxInboxResponse = responseOf(
  "The newest 100 webhooks of the last 24 hours, newest first.",
  { url: text("Set it as the webhook address."), messages: z.array(InboxMessage) },
);

export const SandboxMerchantResponse = responseOf("A merchant of one's own, which has play money alone.", {
  merchant_id: uuid(),
  business_name: text("Four random symbols tell it from others."),
  client_id: z.string(),
  client_secret: Secret("Shown once. With the client id, it gets tokens."),
  webhook_secret: Secret("Shown once. It signs the merchant's webhooks."),
  token_url: text("Where the client gets tokens."),
  api_url: text("What all paths of the API follow."),
  docs_url: text("What can be done with it."),
  note: Note,
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
