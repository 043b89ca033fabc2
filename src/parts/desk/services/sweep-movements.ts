import { savePosition } from "#core/db/operations/sweep-positions.ts";
import type { Cursor } from "#core/domain/cursor.ts";
import type { LedgerTotals } from "#core/domain/ledger.ts";
import { uuidOf } from "#core/lib/derived-uuid.ts";
import { log } from "#core/lib/log.ts";
import { isoTime } from "#core/lib/time.ts";
import { resumeSweep, type SweepRun } from "#core/services/operations/resume-sweep.ts";
import { tell } from "#core/services/operations/tell-operators.ts";
import { listAlertsDue, listUnfinished, noteAlerted, type Unfinished } from "../db/movements.ts";
import { presentDifference, presentMovement } from "../wire/present-movement.ts";
import { findFloatBreaks } from "./float.ts";
import { settleTogether } from "./settle-movement.ts";

/** A ledger that does not respond takes six at a time, and five seconds for each. */
export const MOVEMENTS_PAGE = 30;

/**
 * Movements without a result from the ledger, whose transfers are repeated, and as many overdue approvals, which are ended unless
 * their money has moved. In brackets: the most queries and other calls (54, 900).
 */
export const MOVEMENTS_MAX = 300;
/** The sandbox's own ledger makes its queries in the same invocation (8 and 12 for each, 24). */
const EMBEDDED_MOVEMENTS_MAX = 8;
/** Adjustments that operators are told of (11, 20). */
const ALERTS_MAX = 10;

/** The request that has begun it is still waiting for the ledger until then. */
const GRACE_MS = 30_000;
/** Adding up all accounts is much work for a ledger. */
const FLOAT_CHECK_MS = 60 * 60_000;

/** A run begins no further page after that: a ledger that responds slowly gets its requests minute by minute. */
const BEGINS_PAGES_MS = 25_000;
const START: Cursor = { createdAt: 0, id: "" };

/** Repeats the transfers whose results are not known, and records what was not approved in time. */
export async function sweepMovements(run: SweepRun): Promise<void> {
  const limit = run.config.ledger.isEmbedded ? EMBEDDED_MOVEMENTS_MAX : MOVEMENTS_MAX;
  await Promise.all([
    resumeSweep<Cursor>(run, "movements", START, (from) => settlePages(run, "processing", from, limit)),
    resumeSweep<Cursor>(run, "expired_movements", START, (from) =>
      settlePages(run, "awaiting_approval", from, limit),
    ),
  ]);
}

/** Where the ledger says nothing of a whole page, the others wait for the next run. */
async function settlePages(
  run: SweepRun,
  kind: Unfinished,
  from: Cursor,
  limit: number,
): Promise<Cursor | null> {
  const began = run.clock();
  let after = from;
  for (let left = limit; left > 0; left -= MOVEMENTS_PAGE) {
    const size = Math.min(left, MOVEMENTS_PAGE);
    const found = await listUnfinished(run.db, run.clock() - GRACE_MS, after, size, kind);
    const settled = await settleTogether(run, found);
    const last = found.at(-1);
    if (last === undefined || found.length < size) return null;
    after = last;
    if (settled === 0 || run.clock() - began > BEGINS_PAGES_MS) break;
  }
  return after;
}

export async function sweepMovementAlerts(run: SweepRun): Promise<void> {
  if (run.operatorAlerts === null) return;
  for (const movement of await listAlertsDue(run.db, ALERTS_MAX)) {
    const alert = {
      id: movement.id,
      type: "adjustment.requested",
      timestamp: isoTime(movement.createdAt),
      data: presentMovement(movement),
    } as const;
    if (await tell(run, alert)) await noteAlerted(run.db, movement.id);
  }
}

export interface FloatCheck {
  /** Counts the currencies in which the float did not add up. */
  mismatches: number;
}

/** Operators are told at each check, under the same id while it is the same difference. */
export async function sweepFloat(run: SweepRun): Promise<void> {
  const now = run.clock();
  const last = (await run.positions).find(({ part }) => part === "float_check");
  if (last !== undefined && now - last.updatedAt < FLOAT_CHECK_MS) return;
  const note = (position: unknown) =>
    savePosition(run.db, { part: "float_check", key: "", position, updatedAt: now });
  // It is noted before the ledger is asked: one that cannot do it in time is not asked again at once.
  await note(last?.position ?? { mismatches: 0 });
  const found = await findFloatBreaks(run.ledger);
  for (const each of found) await tellBreak(run, each, now);
  await note({ mismatches: found.length } satisfies FloatCheck);
}

async function tellBreak(run: SweepRun, broken: LedgerTotals, now: number): Promise<void> {
  const { currency } = broken;
  const difference = presentDifference(broken);
  log("error", "float_mismatch", { currency, difference });
  const id = await uuidOf(`float.mismatch ${currency} ${difference}`);
  await tell(run, { id, type: "float.mismatch", timestamp: isoTime(now), data: { currency, difference } });
}
