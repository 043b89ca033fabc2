import * as z from "zod/mini";
import { AUDIT_ACTIONS, ERASABLE_FIELDS } from "#core/domain/audit/audit-trail.ts";
import { queryInteger, Time } from "#core/wire/shared/fields.ts";
import { documented, requestOf } from "#core/wire/shared/openapi-notes.ts";

const filters = {
  action: z.optional(z.lazy(() => z.enum(AUDIT_ACTIONS))),
  created_from: z.optional(Time),
  created_to: documented("Exclusive.", z.optional(Time)),
  cursor: documented("The next_cursor of the previous page.", z.optional(z.uuid().check(z.toLowerCase()))),
  limit: queryInteger(1, 100, 20),
};

export const AuditTrailQuery = z.pipe(z.object(filters), z.transform(readFilters));

export const AdminAuditTrailQuery = z.pipe(
  z.object({
    merchant_id: documented(
      "By default all entries, also those that concern no merchant. Required where payments are in too many databases to read at once.",
      z.optional(z.uuid().check(z.toLowerCase())),
    ),
    ...filters,
  }),
  z.transform(({ merchant_id: merchantId = null, ...query }) => ({ merchantId, ...readFilters(query) })),
);

export const EraseAuditEntryBody = requestOf("EraseAuditEntry", {
  fields: z.array(z.enum(ERASABLE_FIELDS)).check(z.minLength(1), z.maxLength(ERASABLE_FIELDS.length)),
});

function readFilters(query: z.output<z.ZodMiniObject<typeof filters>>) {
  return {
    action: query.action ?? null,
    createdFrom: query.created_from ?? null,
    createdTo: query.created_to ?? null,
    before: query.cursor ?? null,
    limit: query.limit,
  };
}
