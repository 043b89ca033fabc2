// Compares intents, events, deliveries and ledger for an operator, page by page. A page runs a check at most once in each
// place, and each run reads a bounded number of rows.
import { HOME } from "../../domain/cells.ts";
import { DependencyError } from "../../domain/dependency-error.ts";
import {
  CHECK_START,
  CHECKS,
  type CheckCursor,
  type CheckName,
  type Finding,
  RUN_ONCE,
} from "../../domain/reconciliation.ts";
import { log } from "../../lib/log.ts";
import type { Dependencies } from "../dependencies.ts";
import { checkAuditTrail } from "./reconcile-audit-trail.ts";
import { checkIntentEvents } from "./reconcile-events.ts";
import {
  checkLedgerHistory,
  checkLedgerMovements,
  checkLedgerPayments,
  checkLedgerRefunds,
} from "./reconcile-ledger.ts";
import { checkFloat, checkMovements } from "./reconcile-movements.ts";
import { checkSharedTransactions } from "./reconcile-shared-transactions.ts";
import {
  checkBusEvents,
  checkFailedDeliveries,
  checkOverdueDeliveries,
  checkOverdueIntents,
  checkPendingRefunds,
  checkSweep,
  checkUnfinishedOutboxes,
  checkUnfinishedPayments,
  checkWaitingDeliveries,
} from "./reconcile-stuck.ts";
import type { Check } from "./reconciliation-check.ts";

const RUN: Record<CheckName, Check> = {
  unfinished_payments: checkUnfinishedPayments,
  unfinished_outboxes: checkUnfinishedOutboxes,
  overdue_intents: checkOverdueIntents,
  pending_refunds: checkPendingRefunds,
  movements: checkMovements,
  overdue_deliveries: checkOverdueDeliveries,
  waiting_deliveries: checkWaitingDeliveries,
  failed_deliveries: checkFailedDeliveries,
  bus_events: checkBusEvents,
  sweep: checkSweep,
  intent_events: checkIntentEvents,
  audit_trail: checkAuditTrail,
  shared_transactions: checkSharedTransactions,
  ledger_payments: checkLedgerPayments,
  ledger_refunds: checkLedgerRefunds,
  ledger_history: checkLedgerHistory,
  ledger_movements: checkLedgerMovements,
  ledger_float: checkFloat,
};

/** How many runs a page has, each of one check in one place. Home's make a few hundred queries of D1's 1,000; those in cells are subrequests. */
const RUNS_MAX = 24;
const DEFAULT_PERIOD_MS = 24 * 60 * 60_000;

export interface ReconciliationQuery {
  /** Null: 24 hours before `to`. */
  from: number | null;
  /** Null: now. */
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
  for (const start of runsFrom(await deps.places.known(), query.cursor)) {
    const { check, place, position } = start;
    const room = query.limit - page.findings.length;
    if (room === 0 || runs === RUNS_MAX) return { ...page, next: start };
    runs += 1;
    try {
      const found = await RUN[check]({ ...context, place: deps.places.named(place), room }, position);
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

function* runsFrom(places: readonly string[], cursor: CheckCursor | null): Generator<CheckCursor> {
  const first = cursor?.check ?? CHECKS[0];
  for (const check of CHECKS.slice(CHECKS.indexOf(first))) {
    for (const place of RUN_ONCE.has(check) ? [HOME] : places) {
      const run = { check, place, position: CHECK_START };
      if (check !== cursor?.check || isBehind(run, cursor)) yield run;
      else if (run.place === cursor.place) yield cursor;
    }
  }
}

/** Home is before all cells. */
function isBehind({ place }: CheckCursor, cursor: CheckCursor): boolean {
  return place !== HOME && (cursor.place === HOME || place > cursor.place);
}
