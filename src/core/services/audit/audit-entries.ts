import { v7 as newEntryId } from "uuid";
import {
  type AuditFilter,
  eraseFields,
  findAuditEntry,
  listAuditEntries,
} from "#core/db/audit/audit-entries.ts";
import type { AuditEntry, NewAuditEntry } from "#core/db/audit/audit-trail.ts";
import type { Place } from "#core/db/client.ts";
import { highestIdFirst, readPage } from "#core/db/merge-pages.ts";
import { pageOf } from "#core/db/paging.ts";
import { findFirst } from "#core/db/places.ts";
import type { ErasableField } from "#core/domain/audit-trail.ts";
import type { Cause } from "#core/domain/cause.ts";
import { besideId } from "#core/domain/placed-id.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import type { Refusal } from "#core/services/refusal.ts";
import { audited } from "./audit-trail.ts";

export interface AuditPage {
  entries: AuditEntry[];
  nextCursor: string | null;
}

/** So many are read for one page of all merchants. */
const PLACES_MAX = 50;

/** Lists the newest first. */
export async function readAuditTrail(
  { places }: Dependencies,
  { limit, ...filter }: AuditFilter & { limit: number },
): Promise<Result<AuditPage, "too_many_places">> {
  const { merchantId } = filter;
  const asked =
    merchantId === null ? (await places.known()).map(places.named) : places.ofMerchant(merchantId);
  if (merchantId === null && asked.length > PLACES_MAX) return err("too_many_places");
  const list = async (place: Place) => pageOf(await listAuditEntries(place, filter, limit + 1), limit);
  const { rows: entries, next } = await readPage(asked, list, limit, highestIdFirst);
  return ok({ entries, nextCursor: next?.id ?? null });
}

/** Refunds leave their entries beside their payments; all others are at home, whatever their ids say. */
async function findEntry({ places }: Dependencies, entryId: string) {
  return await findFirst(new Set([places.home, ...places.of(entryId)]), async (place) => {
    const entry = await findAuditEntry(place, entryId);
    return entry && { entry, place };
  });
}

/** The chain stays whole: it covers digests of these fields. That they were erased is an entry of its own. */
export async function eraseFromAuditEntry(
  deps: Dependencies,
  cause: Cause,
  entryId: string,
  fields: readonly ErasableField[],
): Promise<Result<AuditEntry, Refusal>> {
  const found = await findEntry(deps, entryId);
  if (found === null) return err("audit_entry_not_found");
  const { entry, place } = found;
  const present = fields.filter((field) => entry.erasable[field] !== undefined);
  if (present.length === 0) return ok(entry);
  const { merchantId } = entry;
  const event = {
    action: "audit_entry.erased",
    merchantId,
    targetId: entryId,
    details: present.join(", "),
  } as const;
  const erase = (erasure: NewAuditEntry | null) => eraseFields(place, entryId, present, erasure);
  const erased = await audited(deps, cause, event, erase, besideId(newEntryId(), entryId));
  return erased === null ? err("audit_entry_not_found") : ok(erased);
}
