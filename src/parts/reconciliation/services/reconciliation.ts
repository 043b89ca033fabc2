// Compares intents, events, deliveries and ledger for an operator, page by page. A page runs a check at most once in each
// shard, and each run reads a bounded number of rows.

import { DependencyError } from "#core/domain/dependency-error.ts";
import {
  CHECK_START,
  CHECKS,
  type CheckCursor,
  type Finding,
} from "#core/domain/reconciliation/reconciliation.ts";
import { HOME } from "#core/domain/shards/cells.ts";
import { log } from "#core/lib/log.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { checkNamed } from "#core/services/reconciliation/reconciliation-check.ts";

/** How many runs a page has, each of one check in one shard. Home's make a few hundred queries of D1's 1,000; those in cells are subrequests. */
const RUNS_MAX = 24;
const DEFAULT_PERIOD_MS = 24 * 60 * 60_000;

export interface ReconciliationQuery {
  /** Null stands for 24 hours before `to`. */
  from: number | null;
  /** Null stands for now. */
  to: number | null;
  stuckAfterMs: number;
  cursor: CheckCursor | null;
  limit: number;
}

export interface ReconciliationPage {
  from: number;
  to: number;
  findings: Finding[];
  /** `unavailable`: it failed, and the checks that need it were left out. `not_reached`: they are on a later page. */
  ledger: "compared" | "unavailable" | "not_reached";
  next: CheckCursor | null;
}

export async function reconcile(deps: Dependencies, query: ReconciliationQuery): Promise<ReconciliationPage> {
  const now = deps.clock();
  const to = query.to ?? now;
  const from = query.from ?? to - DEFAULT_PERIOD_MS;
  const context = { deps, now, from, to, stuckBefore: now - query.stuckAfterMs };
  const page: ReconciliationPage = { from, to, findings: [], ledger: "not_reached", next: null };
  let runs = 0;
  for (const start of runsFrom(await deps.shards.known(), query.cursor)) {
    const { check, place: shard, position } = start;
    const room = query.limit - page.findings.length;
    if (room === 0 || runs === RUNS_MAX) return { ...page, next: start };
    runs += 1;
    try {
      const found = await checkNamed(check).run(
        { ...context, shard: deps.shards.named(shard), room },
        position,
      );
      page.findings.push(...found.findings);
      if (check.startsWith("ledger_")) page.ledger = "compared";
      if (found.next !== null) return { ...page, next: { ...start, position: found.next } };
    } catch (error) {
      if (!(error instanceof DependencyError) || error.dependency !== "ledger") throw error;
      log("error", "reconcile_ledger_failed", { check, error });
      return { ...page, ledger: "unavailable" };
    }
  }
  return page;
}

function* runsFrom(shards: readonly string[], cursor: CheckCursor | null): Generator<CheckCursor> {
  for (const check of CHECKS.slice(cursor === null ? 0 : CHECKS.indexOf(cursor.check))) {
    for (const shard of checkNamed(check).isRunOnce ? [HOME] : shards) {
      const run = { check, place: shard, position: CHECK_START };
      if (check !== cursor?.check || isBehind(run, cursor)) yield run;
      else if (run.place === cursor.place) yield cursor;
    }
  }
}

/** Home is before all cells. */
function isBehind({ place: shard }: CheckCursor, cursor: CheckCursor): boolean {
  return shard !== HOME && (cursor.place === HOME || shard > cursor.place);
}
