import * as z from "zod/mini";
import { DEFAULT_EVENTS, EVENT_TYPES } from "#core/domain/payment-intents/events.ts";
import { DELIVERY_STATUSES, ENDPOINT_KINDS } from "#core/domain/webhooks/delivery.ts";
import { parseId, queryInteger, Time } from "#core/wire/shared/fields.ts";
import { documented, named, requestOf } from "#core/wire/shared/openapi-notes.ts";

export const WebhookUrl = documented(
  "An https address; null for none.",
  z.nullish(documented({ format: "uri" }, z.string().check(z.maxLength(2048)))),
);

/** What an endpoint subscribes to, without duplicates. */
export const EventList = documented(
  `The events this address subscribes to; ${DEFAULT_EVENTS.join(", ")} when never set.`,
  z.nullish(
    z.pipe(
      z.array(z.enum(EVENT_TYPES)).check(z.maxLength(100)),
      z.transform((types) => [...new Set(types)]),
    ),
  ),
);

export const WebhookBody = requestOf("UpdateWebhookSettings", { url: WebhookUrl, events: EventList });

const GRACE_SECONDS_MAX = 7 * 24 * 60 * 60;

export const RotateBody = requestOf("RotateSecret", {
  grace_period_seconds: documented(
    "How long the old secret signs as well; 0 when left out. Until then webhooks carry both signatures.",
    z.pipe(
      z.nullish(z.int().check(z.minimum(0), z.maximum(GRACE_SECONDS_MAX))),
      z.transform((seconds) => seconds ?? 0),
    ),
  ),
});

export function rotationNote(gracePeriodSeconds: number): string {
  const old =
    gracePeriodSeconds === 0
      ? "the old one is invalid from now on"
      : `the old one signs as well for ${gracePeriodSeconds} seconds`;
  return `Store the webhook_secret now: it is not shown again, and ${old}.`;
}

const Limit = queryInteger(1, 100, 20);

export const ListDeliveriesQuery = z.pipe(
  z.object({
    status: z.optional(z.enum(DELIVERY_STATUSES)),
    payment_intent_id: z.optional(z.uuid().check(z.toLowerCase())),
    // Text in the document: clients in PHP and Go cannot send one of two types.
    endpoint: z.optional(
      z.pipe(
        documented(
          { description: "A kind of endpoint, or the id of a counter.", "x-extensible-enum": ENDPOINT_KINDS },
          z.string(),
        ),
        z.union([z.enum(ENDPOINT_KINDS), z.uuid().check(z.toLowerCase())]),
      ),
    ),
    created_from: z.optional(Time),
    created_to: z.optional(Time),
    cursor: z.optional(z.uuid().check(z.toLowerCase())),
    limit: Limit,
  }),
  z.transform((query) => ({
    status: query.status ?? null,
    intentId: query.payment_intent_id ?? null,
    endpoint: readEndpoint(query.endpoint),
    createdFrom: query.created_from ?? null,
    createdTo: query.created_to ?? null,
    before: query.cursor ?? null,
    limit: query.limit,
  })),
);

export const RecoverBody = named(
  "RecoverDeliveries",
  z
    .object({ since: Time, until: Time })
    .check(
      z.refine((range) => range.since < range.until, { path: ["until"], error: "must be later than since" }),
    ),
);

/** `after` is the id of the last event the caller has. */
export const EventsQuery = z.object({ after: z.optional(z.uuid().check(z.toLowerCase())), limit: Limit });

function readEndpoint(endpoint: string | undefined) {
  if (endpoint === undefined) return null;
  const kind = ENDPOINT_KINDS.find((candidate) => candidate === endpoint);
  return kind ?? { counterId: parseId(endpoint) ?? endpoint };
}
