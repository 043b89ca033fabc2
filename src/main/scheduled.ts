import { addRows } from "#core/domain/open-list.ts";
import { log } from "#core/lib/log.ts";
import type { Part } from "#core/part.ts";
import { sweepAuditCheck, sweepAuditTrail } from "#core/services/audit/audit-chain.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { sweepProviderTasks } from "#core/services/identity-provider/provider-tasks.ts";
import { sweepAccountCopies } from "#core/services/merchants/account-copies.ts";
import { cleanUp } from "#core/services/operations/clean-up.ts";
import { isReportDue, reportCell, sweepEventCounts } from "#core/services/operations/count-events.ts";
import { sweepHomeSize } from "#core/services/operations/database-size.ts";
import { beginSweep, type SweepRun } from "#core/services/operations/resume-sweep.ts";
import {
  callCells,
  sweepOverdueDeliveries,
  sweepOverdueIntents,
  sweepPendingRefunds,
  sweepReportedWork,
  sweepWaitingDeliveries,
} from "#core/services/operations/sweep.ts";
import { sweepCustomerSessions } from "#core/services/sessions/customer-sessions.ts";
import { sweepBusEvents } from "#core/services/wallet/wallet-events.ts";
import { sweepMovedDeliveries, sweepRecoveries } from "#core/services/webhooks/deliveries.ts";
import * as parts from "./parts.ts";

export type SweepParts = Record<string, () => Promise<void>>;

export async function sweep(deps: Dependencies): Promise<void> {
  await deps.shards.check(deps.clock());
  await runParts(homeParts(beginSweep(deps)));
}

/** A cell's own alarm begins its sweep, which counts against limits of its own. */
export async function sweepCell(
  deps: Dependencies,
  cell: SweepRun["shard"],
  sizeBytes: number,
): Promise<void> {
  await deps.shards.check(deps.clock());
  const run = beginSweep(deps, cell);
  const isDue = await isReportDue(run);
  const own: SweepParts = { clean_up: () => cleanUp(run, isDue) };
  if (isDue) own.report = () => reportCell(run, sizeBytes);
  await runParts({ ...shardParts(run), ...own }, cell.name);
}

/** What concerns payments, wherever they are. */
function shardParts(run: SweepRun): SweepParts {
  const core: SweepParts = {
    overdue_intents: () => sweepOverdueIntents(run),
    pending_refunds: () => sweepPendingRefunds(run),
    reported_work: () => sweepReportedWork(run),
    overdue_deliveries: () => sweepOverdueDeliveries(run),
    waiting_deliveries: () => sweepWaitingDeliveries(run),
    moved_deliveries: () => sweepMovedDeliveries(run),
    bus_events: () => sweepBusEvents(run),
    audit_trail: () => sweepAuditTrail(run),
    audit_check: () => sweepAuditCheck(run),
  };
  return addRows(core, ...stepsOfParts("shardSweep", run));
}

export function homeParts(run: SweepRun): SweepParts {
  const core: SweepParts = {
    clean_up: () => cleanUp(run),
    failed_deliveries: () => sweepRecoveries(run),
    counted_events: () => sweepEventCounts(run),
    cells: () => callCells(run),
    database_size: () => sweepHomeSize(run),
    customer_sessions: () => sweepCustomerSessions(run),
    account_copies: () => sweepAccountCopies(run),
    provider_tasks: () => sweepProviderTasks(run),
  };
  return addRows(shardParts(run), core, ...stepsOfParts("homeSweep", run));
}

function stepsOfParts(list: "homeSweep" | "shardSweep", run: SweepRun): SweepParts[] {
  const steps = Object.values<Part>(parts).flatMap((part) => Object.entries(part[list] ?? {}));
  return steps.map(([name, step]) => ({ [name]: () => step(run) }));
}

/** They run side by side, each within its own bounds: none waits for another or fails with it. */
export async function runParts(parts: SweepParts, cell?: string): Promise<void> {
  await Promise.all(
    Object.entries(parts).map(([part, sweepPart]) =>
      sweepPart().catch((error: unknown) => log("error", "sweep_failed", { part, cell, error })),
    ),
  );
}
