import * as z from "zod";
import { named } from "../published.ts";
import { EndpointHealth } from "./deliveries.ts";
import { integer, Note, nullable, responseOf, Secret, text, time, uuid } from "./envelope.ts";
import { EventType } from "./payment-intents.ts";

export const Counter = named(
  "Counter",
  z.object({
    id: uuid(),
    merchant_id: uuid(),
    name: z.string(),
    status: z.enum(["active", "inactive"]),
    location: z.string(),
    idp_client_id: text("The counter's client id at the identity provider."),
    webhook_url: nullable(z.string()),
    webhook_events: z.array(EventType),
    webhook_health: nullable(EndpointHealth),
    created_at: time(),
    updated_at: time(),
  }),
);

export const CounterResponse = responseOf("CounterResponse", { counter: Counter });
export const CountersResponse = responseOf("CountersResponse", {
  counters: z.array(Counter),
  total: integer(),
});
export const CounterCreatedResponse = responseOf("CounterCreatedResponse", {
  counter: Counter,
  client_id: z.string(),
  client_secret: Secret("Shown in this answer only."),
  webhook_secret: Secret("Signs the webhooks to this counter. Shown in this answer only."),
  note: Note,
});
