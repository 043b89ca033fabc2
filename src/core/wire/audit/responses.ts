import * as z from "zod/mini";
import { ACTOR_KINDS, AUDIT_ACTIONS, ERASABLE_FIELDS } from "#core/domain/audit/audit-trail.ts";
import { integer, NextCursor, nullable, responseOf, time, uuid } from "#core/wire/shared/envelope.ts";
import { documented } from "#core/wire/shared/openapi-notes.ts";

export const AuditEntry = z.object({
  id: uuid(),
  action: z.lazy(() => documented("New actions may be added.", z.enum(AUDIT_ACTIONS))),
  merchant_id: nullable(uuid()),
  target_id: nullable(z.string(), "What was acted on, such as a counter, a payment intent or a client."),
  actor: z.object({
    kind: z.lazy(() =>
      documented(
        "`unknown`: a caller that could not authenticate. `system`: the service itself.",
        z.enum(ACTOR_KINDS),
      ),
    ),
    client_id: nullable(z.string(), "The OAuth client. Merchants do not see that of an administrator."),
    subject: nullable(
      z.string(),
      "The `sub` of the access token; for a failed login, the user or client whose credentials were tried.",
    ),
    address: nullable(z.string(), "The network address; for an IPv6 address its /64."),
  }),
  details: nullable(
    z.string(),
    "Text for people, such as the new address of a webhook, or a reason. Only administrators see reasons.",
  ),
  request_id: nullable(uuid(), "The X-Request-Id; null if the entry counts several requests."),
  occurrences: integer("How many failures of this minute the entry counts; otherwise 1."),
  created_at: time("For an entry that counts failures, the time of the last."),
  erased: documented("Fields that were erased. They are null.", z.array(z.enum(ERASABLE_FIELDS))),
  sequence: nullable(z.int(), "The entry's place in the chain of all entries; null for about two minutes."),
  hash: nullable(z.string(), "Covers the entry and the hash before it."),
});
export const AuditTrailResponse = responseOf("A page of the audit trail.", {
  entries: z.array(AuditEntry),
  limit: integer(),
  next_cursor: NextCursor,
});
export const AuditEntryResponse = responseOf("An entry of the audit trail.", { entry: AuditEntry });
