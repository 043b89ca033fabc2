import * as z from "zod/mini";
import { DELIVERY_STATUSES, ENDPOINT_KINDS } from "../../domain/delivery.ts";
import { parseId, queryInteger, Time } from "../shared/fields.ts";
import { named } from "../shared/published.ts";

const Limit = queryInteger(1, 100, 20);

export const ListDeliveriesQuery = z.pipe(
  z.object({
    status: z.optional(z.enum(DELIVERY_STATUSES)),
    payment_intent_id: z.optional(z.uuid().check(z.toLowerCase())),
    /** A kind of endpoint, or the id of a counter. */
    endpoint: z.optional(z.union([z.enum(ENDPOINT_KINDS), z.uuid().check(z.toLowerCase())])),
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
