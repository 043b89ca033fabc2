import * as z from "zod/mini";
import { CounterStatus, EventType } from "../shared/enums.ts";
import { integer, Note, nullable, responseOf, Secret, text, time, uuid } from "../shared/envelope.ts";
import { named } from "../shared/published.ts";
import { EndpointHealth } from "../webhooks/responses.ts";

export const Counter = named(
  "Counter",
  z.object({
    id: uuid(),
    merchant_id: uuid(),
    name: z.string(),
    status: CounterStatus,
    location: z.string(),
    idp_client_id: text("The counter's client id at the identity provider."),
    webhook_url: nullable(z.string()),
    webhook_events: z.array(EventType),
    webhook_health: nullable(EndpointHealth),
    created_at: time(),
    updated_at: time(),
  }),
);

export const CounterResponse = responseOf("CounterResponse", "The counter as it now stands.", {
  counter: Counter,
});
export const CountersResponse = responseOf(
  "CountersResponse",
  "Counters, newest first, inactive ones as well.",
  {
    counters: z.array(Counter),
    total: integer("Over all pages."),
    page: z.optional(integer("This field and the next two are present only when a page was requested.")),
    limit: z.optional(integer()),
    next_cursor: z.optional(nullable(z.string(), "Send it as `cursor` for the next page; null on the last.")),
  },
);
export const CounterCreatedResponse = responseOf(
  "CounterCreatedResponse",
  "The counter with its two secrets, which are not shown again.",
  {
    counter: Counter,
    client_id: z.string(),
    client_secret: Secret("Shown in this response only."),
    webhook_secret: Secret("Signs the webhooks to this counter. Shown in this response only."),
    note: Note,
  },
);
