// The audit trail: an entry in D1 and a line in the log for each event.
import { v7 as newEntryId } from "uuid";
import {
  logAuditEntry,
  type NewAuditEntry,
  newAuditEntry,
  storeAuditEntry,
} from "#core/db/audit/audit-trail.ts";
import type { Actor } from "#core/domain/audit/actor.ts";
import type { AuditEvent } from "#core/domain/audit/audit-trail.ts";
import { withinDeadline } from "#core/lib/deadline.ts";
import { logFailure } from "#core/lib/log.ts";
import type { Dependencies } from "#core/services/dependencies.ts";

const STORE_TIMEOUT_MS = 5_000;

/**
 * Records what has happened outside D1, such as at the identity provider. Never throws: if D1 fails, twice, the log has
 * the event, with an error.
 */
export async function recordAudit(deps: Dependencies, actor: Actor, event: AuditEvent): Promise<void> {
  const entry = await newAuditEntry(event, actor, { id: newEntryId(), at: deps.clock() });
  const store = async () => await storeAuditEntry(deps.db, entry);
  // If only the first reply was lost, the second attempt finds the entry stored.
  await storeOrLog(entry, () => store().catch(store));
  await logAuditEntry("info", entry, deps.config.masterKeys);
}

/** What an entry is about has happened: it must neither fail nor wait for long because of its entry. */
export async function storeOrLog(entry: NewAuditEntry, store: () => Promise<unknown>): Promise<void> {
  const stored = withinDeadline(store(), STORE_TIMEOUT_MS);
  await logFailure("error", "audit_entry_failed", { entry_id: entry.id }, stored);
}

/**
 * Makes a change in D1 with its entry. `change` stores both in one transaction, with withAuditEntry, and returns null or
 * false when there was nothing to change. Without an event there is no entry.
 */
export async function audited<T>(
  deps: Dependencies,
  actor: Actor,
  event: AuditEvent | null,
  change: (entry: NewAuditEntry | null) => Promise<T>,
  entryId = newEntryId(),
): Promise<T> {
  if (event === null) return await change(null);
  const entry = await newAuditEntry(event, actor, { id: entryId, at: deps.clock() });
  const changed = await change(entry);
  if (changed !== null && changed !== false) await logAuditEntry("info", entry, deps.config.masterKeys);
  return changed;
}

/** Returns null when the URL stays. The entry has only the part that says where webhooks go: the query may hold a secret. */
export function endpointChanged(
  change: Pick<AuditEvent, "merchantId" | "targetId"> & { url: string | null | undefined },
): AuditEvent | null {
  const { url, ...about } = change;
  if (url === undefined) return null;
  const endpoint = url === null ? null : new URL(url);
  const details = endpoint === null ? "removed" : endpoint.origin + endpoint.pathname;
  return { action: "webhook_address.changed", ...about, details };
}
