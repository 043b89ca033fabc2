// The line in the log that every entry of the audit trail has.
import { addressHash } from "../../lib/address-hash.ts";
import { log } from "../../lib/log.ts";
import type { NewAuditEntry } from "./audit-trail.ts";

/** Nothing can be erased from a log, so the address is hashed and the details are left out. */
export async function logAuditEntry(
  level: "info" | "warn",
  entry: NewAuditEntry,
  masterKeys: readonly string[],
): Promise<void> {
  const { subject, address } = entry.erasable;
  log(level, "audit", {
    action: entry.action,
    entry_id: entry.id,
    merchant_id: entry.merchantId,
    target_id: entry.targetId,
    client_id: entry.actor,
    subject: subject?.value ?? null,
    address_hash: address === undefined ? null : await addressHash(address.value, masterKeys),
    request_id: entry.requestId,
  });
}
