import * as z from "zod";
import { DELIVERY_STATUSES, ENDPOINT_KINDS } from "../../domain/delivery.ts";
import { parseId, queryInteger, Time } from "../shared/fields.ts";
import { named } from "../shared/published.ts";

const Limit = queryInteger(1, 100, 20);

export const ListDeliveriesQuery = z
  .object({
    status: z.enum(DELIVERY_STATUSES).optional(),
    payment_intent_id: z.uuid().toLowerCase().optional(),
    /** A kind of endpoint, or the id of a counter. */
    endpoint: z.union([z.enum(ENDPOINT_KINDS), z.uuid().toLowerCase()]).optional(),
    created_from: Time.optional(),
    created_to: Time.optional(),
    cursor: z.uuid().toLowerCase().optional(),
    limit: Limit,
  })
  .transform((query) => ({
    status: query.status ?? null,
    intentId: query.payment_intent_id ?? null,
    endpoint: readEndpoint(query.endpoint),
    createdFrom: query.created_from ?? null,
    createdTo: query.created_to ?? null,
    before: query.cursor ?? null,
    limit: query.limit,
  }));

export const RecoverBody = named(
  "RecoverDeliveries",
  z
    .object({ since: Time, until: Time })
    .refine((range) => range.since < range.until, { path: ["until"], error: "must be later than since" }),
);

/** `after` is the id of the last event the caller has. */
export const EventsQuery = z.object({ after: z.uuid().toLowerCase().optional(), limit: Limit });

function readEndpoint(endpoint: string | undefined) {
  if (endpoint === undefined) return null;
  const kind = ENDPOINT_KINDS.find((candidate) => candidate === endpoint);
  return kind ?? { counterId: parseId(endpoint) ?? endpoint };
}
