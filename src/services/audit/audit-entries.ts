import {
  type AuditFilter,
  eraseFields,
  findAuditEntry,
  listAuditEntries,
} from "../../db/audit/audit-entries.ts";
import type { AuditEntry } from "../../db/audit/audit-trail.ts";
import { pageOf } from "../../db/paging.ts";
import type { ErasableField } from "../../domain/audit-trail.ts";
import type { Cause } from "../../domain/cause.ts";
import { err, ok, type Result } from "../../domain/result.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Refusal } from "../refusal.ts";
import { audited } from "./audit-trail.ts";

export interface AuditPage {
  entries: AuditEntry[];
  nextCursor: string | null;
}

/** Newest first. */
export async function readAuditTrail(
  { db }: Dependencies,
  { limit, ...filter }: AuditFilter & { limit: number },
): Promise<AuditPage> {
  const { rows: entries, next } = pageOf(await listAuditEntries(db, filter, limit + 1), limit);
  return { entries, nextCursor: next?.id ?? null };
}

/** The chain stays whole: it covers digests of these fields. That they were erased is an entry of its own. */
export async function eraseFromAuditEntry(
  deps: Dependencies,
  cause: Cause,
  entryId: string,
  fields: readonly ErasableField[],
): Promise<Result<AuditEntry, Refusal>> {
  const entry = await findAuditEntry(deps.db, entryId);
  if (entry === null) return err("audit_entry_not_found");
  const present = fields.filter((field) => entry.erasable[field] !== undefined);
  if (present.length === 0) return ok(entry);
  const { merchantId } = entry;
  const event = {
    action: "audit_entry.erased",
    merchantId,
    targetId: entryId,
    details: present.join(", "),
  } as const;
  const erased = await audited(deps, cause, event, (erasure) =>
    eraseFields(deps.db, entryId, present, erasure),
  );
  return erased === null ? err("audit_entry_not_found") : ok(erased);
}
