import * as z from "zod/mini";
import { CounterStatus, EventType } from "#core/wire/shared/enums.ts";
import {
  integer,
  NextCursor,
  Note,
  nullable,
  responseOf,
  Secret,
  text,
  time,
  uuid,
} from "#core/wire/shared/envelope.ts";
import { documented } from "#core/wire/shared/openapi-notes.ts";
import { EndpointHealth } from "#core/wire/webhooks/responses.ts";

export const Counter = z.object({
  id: uuid(),
  merchant_id: uuid(),
  name: z.string(),
  status: CounterStatus,
  location: z.string(),
  idp_client_id: text("The counter's client id at the identity provider."),
  webhook_url: nullable(z.string()),
  webhook_events: z.array(EventType),
  webhook_health: nullable(EndpointHealth),
  can_refund: documented("Whether its own client may refund what it has created.", z.boolean()),
  reads_own_only: documented("Whether its own client reads only what it has created.", z.boolean()),
  created_at: time(),
  updated_at: time(),
});

export const CounterResponse = responseOf("The counter as it now stands.", { counter: Counter });
export const CountersResponse = responseOf("Counters, newest first, inactive ones as well.", {
  counters: z.array(Counter),
  total: integer("Over all pages."),
  page: z.optional(integer("This field and the next two are present only when a page was requested.")),
  limit: z.optional(integer()),
  next_cursor: z.optional(NextCursor),
});
export const CounterCreatedResponse = responseOf(
  "The counter with its two secrets, which are not shown again.",
  {
    counter: Counter,
    client_id: z.string(),
    client_secret: Secret("Shown in this response only."),
    webhook_secret: Secret("Signs the webhooks to this counter. Shown in this response only."),
    note: Note,
  },
);

export const Pairing = z.object({
  counter_id: uuid(),
  code: Secret("Pairs one till. Shown in this response only."),
  url: text("The page that pairs the browser which opens it, once whoever uses it agrees."),
  qr_code_url: text("The address as a QR code: a data URI of a PNG image."),
  expires_at: time(),
});

export const Till = z.object({
  id: uuid(),
  counter_id: uuid(),
  name: z.string(),
  paired_by: uuid("The `sub` of the owner who made its code."),
  created_at: time("When it was paired."),
  last_used_at: time("Exact to ten minutes."),
  expires_at: time("Without use, or a year after it was paired."),
});

export const PairingResponse = responseOf("A code that pairs one till.", { pairing: Pairing });
export const TillResponse = responseOf("The till as it is now called.", { till: Till });
export const TillsResponse = responseOf("The counter's tills, newest first.", { tills: z.array(Till) });
