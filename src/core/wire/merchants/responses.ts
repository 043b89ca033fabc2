import * as z from "zod/mini";
import { Till } from "#core/wire/counters/responses.ts";
import { EventType, MerchantRole, MerchantStatus } from "#core/wire/shared/enums.ts";
import {
  integer,
  NextCursor,
  Note,
  nullable,
  paging,
  responseOf,
  Secret,
  text,
  time,
  uuid,
} from "#core/wire/shared/envelope.ts";
import { LogoUrl } from "#core/wire/shared/logo.ts";
import { documented } from "#core/wire/shared/openapi-notes.ts";
import { EndpointHealth } from "#core/wire/webhooks/responses.ts";

export const MerchantErasure = z.object({
  status: z.enum(["requested", "done"]),
  requested_at: time(),
  completed_at: nullable(time()),
});

export const Merchant = z.object({
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
  erasure: nullable(MerchantErasure, "Null unless the merchant's data is to be erased."),
});
export const PublicMerchant = z.object({ id: uuid(), business_name: z.string(), logo_url: LogoUrl });
export const WebhookSettings = z.object({
  url: nullable(z.string()),
  events: z.array(EventType),
  health: nullable(EndpointHealth),
});

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
  "The merchant's id, its client credentials and the secret that signs its webhooks. The secrets are not shown again.",
  {
    merchant_id: uuid(),
    ...credentials,
    webhook_secret: Secret("Signs the merchant's webhooks. Shown in this response only."),
    setup_url: SetupUrl,
  },
);
export const MerchantResponse = responseOf("The merchant as it now stands.", { merchant: Merchant });
export const MerchantsResponse = responseOf("A page of merchants, newest first.", {
  merchants: z.array(Merchant),
  ...paging,
  next_cursor: NextCursor,
});
export const PublicMerchantsResponse = responseOf("A page of active merchants.", {
  merchants: z.array(PublicMerchant),
  ...paging,
  next_cursor: NextCursor,
});
export const CredentialsResponse = responseOf(
  "The new credentials. The secret is not shown again, and the old one no longer works.",
  credentials,
);
export const SetupLinkResponse = responseOf("The new link. Earlier links no longer work.", {
  setup_url: SetupUrl,
});
export const WebhookSettingsResponse = responseOf("The settings as they now stand.", {
  webhook: WebhookSettings,
});
export const WebhookSecretResponse = responseOf("The new secret. It is not shown again.", {
  webhook_secret: Secret("`whsec_` and base64. Shown in this response only."),
  note: Note,
});

export const MerchantSettings = z.object({
  time_zone: text("IANA; whose days the totals and the payments by day are of."),
  return_schemes: documented("Schemes of apps that a `return_url` may have.", z.array(z.string())),
  address: nullable(z.string()),
  vat_id: nullable(z.string()),
  receipt_footer: nullable(z.string()),
  currency: nullable(z.string()),
  language: nullable(z.string()),
  logo_url: LogoUrl,
});

export const MerchantSettingsResponse = responseOf("The settings as they now stand.", {
  settings: MerchantSettings,
});

export const MerchantUser = z.object({
  id: uuid("The `sub` of the user's tokens."),
  email: z.string(),
  role: MerchantRole,
  is_enabled: documented(
    "False for one who cannot sign in, such as one whom an administrator has disabled.",
    z.boolean(),
  ),
  created_at: nullable(time()),
  invited_until: nullable(
    time(),
    "When the link ends with which the user sets a first password. Null once there is a password.",
  ),
  invitation_ended_at: nullable(
    time(),
    "When the invitation ended before a password was set: the link is dead, and the account is gone. Listed for 30 days, or until the user is removed. Null for everyone else.",
  ),
});

export const MerchantUsersResponse = responseOf("All dashboard users.", { users: z.array(MerchantUser) });
export const MerchantUserResponse = responseOf("The user as it now stands.", { user: MerchantUser });
export const MerchantUserEndedResponse = responseOf("The user's access has ended.", {
  message: z.string(),
  tills: documented("The tills that the user has paired, which stay paired.", z.array(Till)),
});
export const MadeSince = z.object({
  users: z.array(z.object({ id: uuid(), email: z.string(), role: MerchantRole, created_at: time() })),
  counters: z.array(z.object({ id: uuid(), name: z.string(), created_at: time() })),
  tills: z.array(Till),
  webhook_addresses: z.array(
    z.object({
      id: uuid("Of the merchant for its own address, of a counter for the counter's."),
      url: text("Without its query, which may hold a secret."),
    }),
  ),
  payment_intents: documented(
    "Made by clients, of the merchant or of its counters; not by users or tills.",
    z.array(z.object({ id: uuid(), counter_id: nullable(uuid()), created_at: time() })),
  ),
  idempotency_keys: integer("How many of these payment intents have used up a key."),
});
export const AccessRevokedResponse = responseOf("What was made, or what could not be ended.", {
  made_since: nullable(
    MadeSince,
    "Of a dry run: at most 1,000 of each, without what has ended. Otherwise null.",
  ),
  not_found: documented(
    "Ids that are none of the merchant's, or not any more. All others have ended.",
    z.array(z.string()),
  ),
});
export const MerchantUserInvitedResponse = responseOf("The new user.", {
  user: MerchantUser,
  setup_url: nullable(
    z.string(),
    "Where the user sets a password, within 72 hours; null when the identity provider mails the link.",
  ),
});

const money = {
  amount_minor: integer("In minor units, exactly."),
  amount_decimal: text("With all decimals of the currency, exactly."),
};
const sums = {
  currency: z.string(),
  paid: z.object({ count: integer(), ...money }),
  refunded: z.object({ count: integer(), ...money }),
  net: documented("Paid without refunded; can be negative.", z.object(money)),
};
export const Total = z.object(sums);
export const CounterTotal = z.object({
  counter_id: nullable(uuid(), "Null for what was paid at no counter."),
  ...sums,
});
export const TotalsResponse = responseOf("The totals of the days.", {
  from: documented({ format: "date" }, z.string()),
  to: documented({ format: "date" }, z.string()),
  time_zone: z.string(),
  totals: z.array(Total),
  counters: z.array(CounterTotal),
  days: documented(
    "With `by=day`, oldest first.",
    z.optional(
      z.array(z.object({ date: documented({ format: "date" }, z.string()), totals: z.array(Total) })),
    ),
  ),
});
