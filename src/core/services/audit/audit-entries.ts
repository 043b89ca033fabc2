import { v7 as newEntryId } from "uuid";
import {
  type AuditFilter,
  eraseFields,
  findAuditEntry,
  listAuditEntries,
} from "#core/db/audit/audit-entries.ts";
import type { AuditEntry, NewAuditEntry } from "#core/db/audit/audit-trail.ts";
import type { Shard } from "#core/db/client.ts";
import { pageOf } from "#core/db/paging.ts";
import type { Actor } from "#core/domain/audit/actor.ts";
import type { ErasableField } from "#core/domain/audit/audit-trail.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { besideId } from "#core/domain/shards/shard-ids.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import type { Refusal } from "#core/services/refusal.ts";
import { highestIdFirst, readPage } from "#core/shards/merge-pages.ts";
import { findFirst } from "#core/shards/shards.ts";
import { audited } from "./audit-trail.ts";

export interface AuditPage {
  entries: AuditEntry[];
  nextCursor: string | null;
}

/** So many are read for one page of all merchants. */
const SHARDS_MAX = 50;

/** Lists the newest first. */
export async function readAuditTrail(
  { shards }: Dependencies,
  { limit, ...filter }: AuditFilter & { limit: number },
): Promise<Result<AuditPage, "too_many_places">> {
  const { merchantId } = filter;
  const asked =
    merchantId === null ? (await shards.known()).map(shards.named) : shards.ofMerchant(merchantId);
  if (merchantId === null && asked.length > SHARDS_MAX) return err("too_many_places");
  const list = async (shard: Shard) => pageOf(await listAuditEntries(shard, filter, limit + 1), limit);
  const { rows: entries, next } = await readPage(asked, list, limit, highestIdFirst);
  return ok({ entries, nextCursor: next?.id ?? null });
}

/** Refunds leave their entries beside their payments; all others are at home, whatever their ids say. */
async function findEntry({ shards }: Dependencies, entryId: string) {
  return await findFirst(new Set([shards.home, ...shards.of(entryId)]), async (shard) => {
    const entry = await findAuditEntry(shard, entryId);
    return entry && { entry, shard };
  });
}

/** The chain stays whole: it covers digests of these fields. That they were erased is an entry of its own. */
export async function eraseFromAuditEntry(
  deps: Dependencies,
  actor: Actor,
  entryId: string,
  fields: readonly ErasableField[],
): Promise<Result<AuditEntry, Refusal>> {
  const found = await findEntry(deps, entryId);
  if (found === null) return err("audit_entry_not_found");
  const { entry, shard } = found;
  const present = fields.filter((field) => entry.erasable[field] !== undefined);
  if (present.length === 0) return ok(entry);
  const { merchantId } = entry;
  const event = {
    action: "audit_entry.erased",
    merchantId,
    targetId: entryId,
    details: present.join(", "),
  } as const;
  const erase = (erasure: NewAuditEntry | null) => eraseFields(shard, entryId, present, erasure);
  const erased = await audited(deps, actor, event, erase, besideId(newEntryId(), entryId));
  return erased === null ? err("audit_entry_not_found") : ok(erased);
}
