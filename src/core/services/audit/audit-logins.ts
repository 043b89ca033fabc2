// Logins and changes at the embedded identity provider, and what else is counted by the minute. Anyone can cause failed logins:
// those of a minute by the same caller share an entry, and only the first few callers of a minute get one, so that a stranger
// cannot fill the trail.
import { countAuditEntry, logAuditEntry, newAuditEntry } from "#core/db/audit/audit-trail.ts";
import { uuidSince } from "#core/db/webhooks/time-ordered-id.ts";
import type { Actor, Origin } from "#core/domain/audit/actor.ts";
import type { AuditAction, AuditEvent } from "#core/domain/audit/audit-trail.ts";
import { uuidOf } from "#core/lib/derived-uuid.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { recordAudit, storeOrLog } from "./audit-trail.ts";

const FAILURES: ReadonlySet<AuditAction> = new Set(["login.failed", "client_login.failed"]);
const MINUTE_MS = 60_000;
/** Each action has so many. The failures of all further callers are counted together. */
const CALLERS_PER_MINUTE = 5;

const SOMEONE: Origin = { kind: "unknown", subject: null, addressKey: null };

type RecordedActor = Actor & { origin: Origin };

/** Never throws. */
export async function recordProviderEvent(
  deps: Dependencies,
  actor: RecordedActor,
  event: AuditEvent,
): Promise<void> {
  await (FAILURES.has(event.action) ? recordFailure(deps, actor, event) : recordAudit(deps, actor, event));
}

async function recordFailure(
  deps: Dependencies,
  { client, origin }: RecordedActor,
  event: AuditEvent,
): Promise<void> {
  const { action, merchantId, targetId } = event;
  const now = deps.clock();
  const at = now - (now % MINUTE_MS);
  // After a failure nobody knows who the caller is: the credentials may be someone else's.
  const tried = { ...origin, kind: "unknown" as const };
  const caller = [merchantId, targetId, client, origin.subject, origin.addressKey];
  const [entry, others] = await Promise.all([
    // An entry stands for many requests; their ids are in the log.
    newAuditEntry(
      event,
      { client, requestId: null, origin: tried },
      { id: await idOf(at, [action, ...caller]), at: now },
    ),
    newAuditEntry(
      { action, merchantId: null },
      { client: "unknown", requestId: null, origin: SOMEONE },
      { id: await idOf(at, [action]), at: now },
    ),
  ]);
  await storeOrLog(entry, () => countAuditEntry(deps.shards.home, entry, others, CALLERS_PER_MINUTE));
  await logAuditEntry("warn", entry, deps.config.masterKeys);
}

/** Events of a minute that are alike share an entry, which counts them. Never throws. */
export async function countAudit(deps: Dependencies, actor: Actor, event: AuditEvent): Promise<void> {
  const now = deps.clock();
  const at = now - (now % MINUTE_MS);
  const id = await idOf(at, [
    event.action,
    event.targetId,
    event.details,
    actor.client,
    actor.origin?.subject,
  ]);
  const entry = await newAuditEntry(event, { ...actor, requestId: null }, { id, at: now });
  await storeOrLog(entry, () => countAuditEntry(deps.shards.home, entry, entry, 0));
  await logAuditEntry("info", entry, deps.config.masterKeys);
}

/** It is the same for equal parts in the same minute. */
async function idOf(at: number, parts: readonly unknown[]): Promise<string> {
  const id = await uuidOf(JSON.stringify(parts));
  return uuidSince(at) + id.slice(uuidSince(at).length);
}
