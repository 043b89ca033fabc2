import type { AuditEntry } from "#core/db/audit/audit-trail.ts";
import { ERASABLE_FIELDS } from "#core/domain/audit/audit-trail.ts";
import { isoTime } from "#core/lib/time.ts";
import type { Wire } from "#core/wire/shared/wire-types.ts";

/** What administrators see. */
export function presentAuditEntry(entry: AuditEntry): Wire<"AuditEntry"> {
  const { subject, address, details } = entry.erasable;
  const digests: object = JSON.parse(entry.digests);
  return {
    id: entry.id,
    action: entry.action,
    merchant_id: entry.merchantId,
    target_id: entry.targetId,
    actor: {
      kind: entry.actorKind,
      client_id: entry.actor,
      subject: subject?.value ?? null,
      address: address?.value ?? null,
    },
    details: details?.value ?? null,
    request_id: entry.requestId,
    occurrences: entry.occurrences,
    created_at: isoTime(entry.createdAt),
    erased: ERASABLE_FIELDS.filter(
      (field) => Object.hasOwn(digests, field) && !Object.hasOwn(entry.erasable, field),
    ),
    sequence: entry.sequence,
    hash: entry.hash,
  };
}

/** A merchant learns that an administrator acted, but not who, from where, or for which reason. */
export function presentOwnAuditEntry(entry: AuditEntry): Wire<"AuditEntry"> {
  const shown = presentAuditEntry(entry);
  if (entry.actorKind !== "administrator") return shown;
  const actor = { kind: entry.actorKind, client_id: null, subject: null, address: null };
  return { ...shown, actor, details: null, erased: [] };
}
