import * as z from "zod/mini";
import { EventType, MerchantStatus } from "../shared/enums.ts";
import { NextCursor, Note, nullable, paging, responseOf, Secret, time, uuid } from "../shared/envelope.ts";
import { named } from "../shared/published.ts";
import { EndpointHealth } from "../webhooks/responses.ts";

const Erasure = named(
  "MerchantErasure",
  z.object({
    status: z.enum(["requested", "done"]),
    requested_at: time(),
    completed_at: nullable(time()),
  }),
);

export const Merchant = named(
  "Merchant",
  z.object({
    id: uuid(),
    email: z.string(),
    business_name: z.string(),
    status: MerchantStatus,
    client_id: z.string(),
    created_at: time(),
    updated_at: time(),
    suspended_at: nullable(time(), "Null unless the merchant is suspended."),
    suspension_reason: nullable(z.string()),
    refunds_stopped_at: nullable(time(), "Null unless its refunds are stopped."),
    refunds_stop_reason: nullable(z.string()),
    erasure: nullable(Erasure, "Null unless the merchant's data is to be erased."),
  }),
);
export const PublicMerchant = named("PublicMerchant", z.object({ id: uuid(), business_name: z.string() }));
export const WebhookSettings = named(
  "WebhookSettings",
  z.object({ url: nullable(z.string()), events: z.array(EventType), health: nullable(EndpointHealth) }),
);

const SetupUrl = nullable(
  z.string(),
  "Where the merchant's first dashboard user sets a password; null when the identity provider mails the link.",
);
const credentials = {
  client_id: z.string(),
  client_secret: Secret("Shown in this response only."),
  note: Note,
};

export const MerchantRegisteredResponse = responseOf(
  "MerchantRegisteredResponse",
  "The merchant's id and its client credentials. The secret is not shown again.",
  { merchant_id: uuid(), ...credentials, setup_url: SetupUrl },
);
export const MerchantResponse = responseOf("MerchantResponse", "The merchant as it now stands.", {
  merchant: Merchant,
});
export const MerchantsResponse = responseOf("MerchantsResponse", "A page of merchants, newest first.", {
  merchants: z.array(Merchant),
  ...paging,
  next_cursor: NextCursor,
});
export const PublicMerchantsResponse = responseOf("PublicMerchantsResponse", "A page of active merchants.", {
  merchants: z.array(PublicMerchant),
  ...paging,
  next_cursor: NextCursor,
});
export const CredentialsResponse = responseOf(
  "CredentialsResponse",
  "The new credentials. The secret is not shown again, and the old one no longer works.",
  credentials,
);
export const SetupLinkResponse = responseOf(
  "SetupLinkResponse",
  "The new link. Earlier links no longer work.",
  {
    setup_url: SetupUrl,
  },
);
export const WebhookSettingsResponse = responseOf(
  "WebhookSettingsResponse",
  "The settings as they now stand.",
  {
    webhook: WebhookSettings,
  },
);
export const WebhookSecretResponse = responseOf(
  "WebhookSecretResponse",
  "The new secret. It is not shown again.",
  { webhook_secret: Secret("`whsec_` and base64. Shown in this response only."), note: Note },
);
