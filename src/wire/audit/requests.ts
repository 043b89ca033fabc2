import * as z from "zod";
import { AUDIT_ACTIONS, ERASABLE_FIELDS } from "../../domain/audit-trail.ts";
import { queryInteger, Time } from "../shared/fields.ts";
import { documented, named } from "../shared/published.ts";

const filters = {
  action: z.enum(AUDIT_ACTIONS).optional(),
  created_from: Time.optional(),
  created_to: documented({ description: "Exclusive." }, Time.optional()),
  cursor: documented(
    { description: "The next_cursor of the previous page." },
    z.uuid().toLowerCase().optional(),
  ),
  limit: queryInteger(1, 100, 20),
};

/** A merchant's own. */
export const AuditTrailQuery = z.object(filters).transform(readFilters);

export const AdminAuditTrailQuery = z
  .object({
    merchant_id: documented(
      { description: "By default all entries, also those that concern no merchant." },
      z.uuid().toLowerCase().optional(),
    ),
    ...filters,
  })
  .transform(({ merchant_id: merchantId = null, ...query }) => ({ merchantId, ...readFilters(query) }));

export const EraseAuditEntryBody = named(
  "EraseAuditEntry",
  z.object({ fields: z.array(z.enum(ERASABLE_FIELDS)).min(1).max(ERASABLE_FIELDS.length) }),
);

function readFilters(query: z.output<z.ZodObject<typeof filters>>) {
  return {
    action: query.action ?? null,
    createdFrom: query.created_from ?? null,
    createdTo: query.created_to ?? null,
    before: query.cursor ?? null,
    limit: query.limit,
  };
}
