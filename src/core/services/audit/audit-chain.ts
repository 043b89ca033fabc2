// Each sweep of a shard, which has a chain of its own, appends new entries of the audit trail to the chain, checks a part
// of it and deletes what is too old.
import {
  deleteOldest,
  listChain,
  readUnsealed,
  type SealedEntry,
  sealEntries,
} from "#core/db/audit/audit-chain.ts";
import { type AuditEntry, digestOf } from "#core/db/audit/audit-trail.ts";
import type { Shard } from "#core/db/client.ts";
import { cellOf } from "#core/domain/shards/cells.ts";
import {
  CHAIN_START,
  type Chain,
  type ChainLink,
  checkLinks,
  type LinkFault,
  linkRows,
} from "#core/lib/hash-chain.ts";
import { log } from "#core/lib/log.ts";
import { resumeSweep, type SweepRun } from "#core/services/operations/resume-sweep.ts";
import { LIMITS } from "#core/services/operations/sweep-limits.ts";

/** An entry that counts the failures of a minute is complete by then. */
const SEALED_AFTER_MS = 2 * 60_000;
const KEPT_MS = 400 * 24 * 60 * 60_000;

/** The hash covers the whole entry, but of its erasable fields only the digests. */
const AUDIT_CHAIN: Chain<AuditEntry> = {
  contentOf(entry) {
    const { id, merchantId, action, actor, actorKind, targetId, requestId, occurrences, createdAt } = entry;
    const about = [id, merchantId, action, actor, actorKind, targetId, requestId, occurrences, createdAt];
    return [...about, entry.digests];
  },
  async isErasableIntact({ digests: text, erasable }) {
    const digests: Partial<Record<string, string>> = JSON.parse(text);
    for (const [field, salted] of Object.entries(erasable))
      if ((await digestOf(salted)) !== digests[field]) return false;
    return true;
  },
};

/** The head of the chain goes into the log: whoever can write to D1 could compute a chain of their own. */
export async function sweepAuditTrail({ shard, clock }: Pick<SweepRun, "shard" | "clock">): Promise<void> {
  await deleteOldest(shard, clock() - KEPT_MS, LIMITS.auditEntries);
  const { head, entries } = await readUnsealed(shard, clock() - SEALED_AFTER_MS, LIMITS.appendedAuditEntries);
  const sealed = await linkRows(AUDIT_CHAIN, head, entries);
  const last = sealed.at(-1);
  if (last === undefined || !(await sealEntries(shard, sealed))) return;
  const { sequence, hash } = last;
  log("info", "audit_trail_sealed", { sequence, hash, cell: cellOf(shard) });
}

/** Goes through the whole chain, over and over. */
export async function sweepAuditCheck(run: SweepRun): Promise<void> {
  await resumeSweep<number>(run, "audit_check", 0, async (after) => {
    const { faults, next } = await checkChain(run.shard, after, LIMITS.auditEntries);
    for (const { row, fault } of faults) {
      const { id, sequence, merchantId } = row;
      const about = { entry_id: id, merchant_id: merchantId, cell: cellOf(run.shard) };
      log("error", "audit_trail_broken", { fault, sequence, ...about });
    }
    return next;
  });
}

/** Checks that a cell still has what was the end of its chain. */
export async function checkHead(cell: Shard, known: ChainLink): Promise<void> {
  if (known.sequence === 0) return;
  const [entry] = await listChain(cell, known.sequence, 1);
  const fault = entry?.sequence === known.sequence ? "altered" : "missing";
  if (entry?.hash !== known.hash) log("error", "audit_trail_broken", { fault, ...known, cell: cell.name });
}

export type ChainFault = LinkFault<SealedEntry>;

/** `next` is where to continue; null at the end of the chain. */
export async function checkChain(
  db: Shard,
  after: number,
  limit: number,
): Promise<{ faults: ChainFault[]; last: SealedEntry | undefined; next: number | null }> {
  const found = await listChain(db, after, limit + 1);
  const [first, ...rest] = found;
  // What came before the first entry has been deleted, or was checked with the page before.
  const isStart = after === 0 && first?.sequence === 1;
  const previous: ChainLink = isStart || first === undefined ? CHAIN_START : first;
  const last = found.at(-1);
  const end = last?.sequence ?? 0;
  const faults = await checkLinks(AUDIT_CHAIN, previous, isStart ? found : rest, end);
  return { faults, last, next: found.length > limit ? end : null };
}
