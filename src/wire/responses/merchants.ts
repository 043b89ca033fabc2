import * as z from "zod";
import { MERCHANT_STATUSES } from "../../domain/merchant.ts";
import { named } from "../published.ts";
import { EndpointHealth } from "./deliveries.ts";
import { Note, nullable, paging, responseOf, Secret, time, uuid } from "./envelope.ts";
import { EventType } from "./payment-intents.ts";

export const Merchant = named(
  "Merchant",
  z.object({
    id: uuid(),
    email: z.string(),
    business_name: z.string(),
    status: z.enum(MERCHANT_STATUSES),
    client_id: z.string(),
    created_at: time(),
    updated_at: time(),
  }),
);
export const PublicMerchant = named("PublicMerchant", z.object({ id: uuid(), business_name: z.string() }));
export const WebhookSettings = named(
  "WebhookSettings",
  z.object({ url: nullable(z.string()), events: z.array(EventType), health: nullable(EndpointHealth) }),
);

const SetupUrl = nullable(
  z.string(),
  "Where the merchant's first dashboard user sets the password; null when the identity provider mails it.",
);
const credentials = {
  client_id: z.string(),
  client_secret: Secret("Shown in this answer only."),
  note: Note,
};

export const MerchantRegisteredResponse = responseOf("MerchantRegisteredResponse", {
  merchant_id: uuid(),
  ...credentials,
  setup_url: SetupUrl,
});
export const MerchantsResponse = responseOf("MerchantsResponse", { merchants: z.array(Merchant), ...paging });
export const PublicMerchantsResponse = responseOf("PublicMerchantsResponse", {
  merchants: z.array(PublicMerchant),
  ...paging,
});
export const CredentialsResponse = responseOf("CredentialsResponse", credentials);
export const SetupLinkResponse = responseOf("SetupLinkResponse", { setup_url: SetupUrl });
export const WebhookSettingsResponse = responseOf("WebhookSettingsResponse", { webhook: WebhookSettings });
export const WebhookSecretResponse = responseOf("WebhookSecretResponse", {
  webhook_secret: Secret("`whsec_` and base64. Shown in this answer only."),
  note: Note,
});
