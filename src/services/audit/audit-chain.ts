// At each sweep of a place, which has a chain of its own: appends new entries of the audit trail to the chain, checks a part
// of it and deletes what is too old.
import {
  deleteOldest,
  linkAfter,
  listChain,
  readUnsealed,
  type SealedEntry,
  sealEntries,
} from "../../db/audit/audit-chain.ts";
import { digestOf } from "../../db/audit/audit-trail.ts";
import type { Place } from "../../db/client.ts";
import { cellOf } from "../../domain/cells.ts";
import { CHAIN_START, type ChainLink } from "../../lib/hash-chain.ts";
import { log } from "../../lib/log.ts";
import { resumeSweep, type SweepRun } from "../operations/resume-sweep.ts";
import { LIMITS } from "../operations/sweep-limits.ts";

/** An entry that counts the failures of a minute is complete by then. */
const SEALED_AFTER_MS = 2 * 60_000;
const KEPT_MS = 400 * 24 * 60 * 60_000;

/** The head of the chain goes into the log: whoever can write to D1 could compute a chain of their own. */
export async function sweepAuditTrail({ place, clock }: Pick<SweepRun, "place" | "clock">): Promise<void> {
  await deleteOldest(place, clock() - KEPT_MS, LIMITS.auditEntries);
  const { head, entries } = await readUnsealed(place, clock() - SEALED_AFTER_MS, LIMITS.appendedAuditEntries);
  let last = head;
  const sealed = [];
  for (const entry of entries) {
    last = await linkAfter(last, entry);
    sealed.push({ ...last, id: entry.id, occurrences: entry.occurrences });
  }
  if (sealed.length > 0 && (await sealEntries(place, sealed)))
    log("info", "audit_trail_sealed", { ...last, cell: cellOf(place) });
}

/** Goes through the whole chain, over and over. */
export async function sweepAuditCheck(run: SweepRun): Promise<void> {
  await resumeSweep<number>(run, "audit_check", 0, async (after) => {
    const { faults, next } = await checkChain(run.place, after, LIMITS.auditEntries);
    for (const { entry, fault } of faults) {
      const { id, sequence, merchantId } = entry;
      const about = { entry_id: id, merchant_id: merchantId, cell: cellOf(run.place) };
      log("error", "audit_trail_broken", { fault, sequence, ...about });
    }
    return next;
  });
}

/** Checks that a cell still has what was the end of its chain. */
export async function checkHead(cell: Place, known: ChainLink): Promise<void> {
  if (known.sequence === 0) return;
  const [entry] = await listChain(cell, known.sequence, 1);
  const fault = entry?.sequence === known.sequence ? "altered" : "missing";
  if (entry?.hash !== known.hash) log("error", "audit_trail_broken", { fault, ...known, cell: cell.place });
}

export interface ChainFault {
  /** `altered`: the entry is not what its hash covers. `missing`: entries before it are gone. */
  fault: "altered" | "missing";
  entry: SealedEntry;
}

/** `next` is where to continue; null at the end of the chain. */
export async function checkChain(
  db: Place,
  after: number,
  limit: number,
): Promise<{ faults: ChainFault[]; last: SealedEntry | undefined; next: number | null }> {
  const found = await listChain(db, after, limit + 1);
  const [first, ...rest] = found;
  // What came before the first entry has been deleted, or was checked with the page before.
  const isStart = after === 0 && first?.sequence === 1;
  let previous: ChainLink = isStart || first === undefined ? CHAIN_START : first;
  const faults: ChainFault[] = [];
  for (const entry of isStart ? found : rest) {
    const fault = await faultOf(previous, entry);
    if (fault !== null) faults.push({ fault, entry });
    previous = entry;
  }
  const last = found.at(-1);
  return { faults, last, next: found.length > limit && last !== undefined ? last.sequence : null };
}

async function faultOf(previous: ChainLink, entry: SealedEntry): Promise<ChainFault["fault"] | null> {
  if (entry.sequence !== previous.sequence + 1) return "missing";
  const { hash } = await linkAfter(previous, entry);
  if (hash !== entry.hash) return "altered";
  const digests: Partial<Record<string, string>> = JSON.parse(entry.digests);
  for (const [field, salted] of Object.entries(entry.erasable)) {
    if ((await digestOf(salted)) !== digests[field]) return "altered";
  }
  return null;
}
