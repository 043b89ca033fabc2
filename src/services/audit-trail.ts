// The audit trail: an entry in D1 and a line in the log for each event. What an entry is about has happened whether the
// entry can be stored or not.
import { v7 as newEntryId } from "uuid";
import { insertAuditEntry, type NewAuditEntry, newAuditEntry } from "../db/audit-trail.ts";
import type { AuditEvent } from "../domain/audit-trail.ts";
import type { Cause } from "../domain/ports.ts";
import { addressHash } from "../lib/address-hash.ts";
import { withinDeadline } from "../lib/deadline.ts";
import { log } from "../lib/log.ts";
import type { Dependencies } from "./dependencies.ts";

const STORE_TIMEOUT_MS = 2_000;

/**
 * Records what has happened outside D1, such as at the identity provider. Never throws: if D1 fails, twice, the log has
 * the event, with an error.
 */
export async function recordAudit(deps: Dependencies, cause: Cause, event: AuditEvent): Promise<void> {
  const entry = await entryFor(deps, cause, event);
  // The first attempt may have been stored and its reply lost; the same id is stored once.
  const store = () => withinDeadline(insertAuditEntry(deps.db, entry), STORE_TIMEOUT_MS);
  await store()
    .catch(store)
    .catch((error: unknown) => {
      log("error", "audit_entry_failed", { entry_id: entry.id, error });
    });
  await logEntry(deps, entry);
}

/**
 * Makes a change in D1 with its entry. `change` stores both in one transaction, with withAuditEntry, and returns null or
 * false when there was nothing to change.
 */
export async function audited<T>(
  deps: Dependencies,
  cause: Cause,
  event: AuditEvent,
  change: (entry: NewAuditEntry) => Promise<T>,
): Promise<T> {
  const entry = await entryFor(deps, cause, event);
  const changed = await change(entry);
  if (changed !== null && changed !== false) await logEntry(deps, entry);
  return changed;
}

function entryFor(deps: Dependencies, cause: Cause, event: AuditEvent): Promise<NewAuditEntry> {
  const at = deps.clock();
  return newAuditEntry(event, cause, { id: newEntryId({ msecs: at }), at });
}

/** Without what an operator could not erase from a log again: the address is hashed, the details are left out. */
async function logEntry({ config }: Dependencies, entry: NewAuditEntry): Promise<void> {
  const { subject, address } = entry.erasable;
  log("info", "audit", {
    action: entry.action,
    entry_id: entry.id,
    merchant_id: entry.merchantId,
    target_id: entry.targetId,
    client_id: entry.actor,
    subject: subject?.value ?? null,
    address_hash: address === undefined ? null : await addressHash(address.value, config.masterKeys),
    request_id: entry.requestId,
  });
}
