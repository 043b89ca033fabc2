// The safety net, once a minute: finds in a shard whatever alarms and queues have lost.

import { pingDatabase } from "#core/db/client.ts";
import { listReportedIntents } from "#core/db/operations/unfinished-work.ts";
import { listOverdueIntents, listRefundsUnderWay } from "#core/db/payment-intents/payment-intents.ts";
import { claimOverdueDeliveries } from "#core/db/webhooks/deliveries.ts";
import { type DueEndpoint, listDueEndpoints } from "#core/db/webhooks/probes.ts";
import { IDLE_REPORT_MS, IDLE_SWEEP_MS } from "#core/domain/shards/cells.ts";
import { logFailure } from "#core/lib/log.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { deliveryTools, releaseMovedFrom } from "#core/services/webhooks/deliveries.ts";
import { listSilentCells } from "#core/shards/cell-reports.ts";
import { probeIfDue, releaseRecovered } from "#core/webhooks/circuit.ts";
import { queueDue } from "#core/webhooks/message.ts";
import { DELIVERY_GRACE_MS } from "#core/webhooks/schedule.ts";
import { resumeSweep, type SweepRun } from "./resume-sweep.ts";
import { LIMITS, PAGE } from "./sweep-limits.ts";

/** What has expired within this time has its own share of each run, so that no backlog delays it. */
const FRESH_MS = 10 * 60_000;
/** A refund that its object's alarm has not ended by then gets a call, which sets an alarm again that was lost. */
const REFUND_GRACE_MS = 2 * 60_000;

/** Longer than an object waits between two attempts. */
const REPORT_GRACE_MS = 10 * 60_000;

type IntentPosition = { expiresAt: number; id: string };
type RefundPosition = { updatedAt: number; id: string };

/**
 * Expires open intents past their deadline that nobody has read since: the latest ones in every run, and older ones from
 * where the last run ended, because some may stay open whatever is done.
 */
export async function sweepOverdueIntents(deps: SweepRun): Promise<void> {
  const now = deps.clock();
  const settle = (expiredBy: number, start: IntentPosition) =>
    callPages(deps, LIMITS.overdueIntentPages / 2, start, (after) =>
      listOverdueIntents(deps.shard, expiredBy, after, PAGE),
    );
  await settle(now, { expiresAt: now - FRESH_MS, id: "" });
  await resumeSweep<IntentPosition>(deps, "overdue_intents", { expiresAt: 0, id: "" }, (start) =>
    settle(now - FRESH_MS, start),
  );
}

/** Calls the objects of refunds that are under way: behind an accepted refund there is only their alarm. */
export async function sweepPendingRefunds(deps: SweepRun): Promise<void> {
  const changedBefore = deps.clock() - REFUND_GRACE_MS;
  await resumeSweep<RefundPosition>(deps, "pending_refunds", { updatedAt: 0, id: "" }, (start) =>
    callPages(deps, LIMITS.pendingRefundPages, start, (after) =>
      listRefundsUnderWay(deps.shard, changedBefore, after, PAGE),
    ),
  );
}

/** Calls the objects that have reported work: one whose alarm was lost sets it again, and in the end withdraws its report. */
export async function sweepReportedWork(deps: SweepRun): Promise<void> {
  const before = deps.clock() - REPORT_GRACE_MS;
  for (const work of ["payment", "outbox"] as const)
    await callPages(deps, 1, { id: "" }, () =>
      listReportedIntents(deps.shard, work, before, LIMITS.reportedIntents),
    );
}

/**
 * Calls the object of each intent; a stuck one is skipped, so that it does not hold up the others. Returns where it ended, or
 * null when nothing is left.
 */
async function callPages<Position extends { id: string }>(
  deps: Dependencies,
  pagesMax: number,
  start: Position,
  list: (after: Position) => Promise<Position[]>,
): Promise<Position | null> {
  let after = start;
  for (let page = 0; page < pagesMax; page++) {
    const intents = await list(after);
    const calls = intents.map(({ id }) =>
      logFailure("error", "sweep_intent_failed", { intent_id: id }, deps.intents.find(id)),
    );
    await Promise.all(calls);
    const last = intents.at(-1);
    if (last === undefined || intents.length < PAGE) return null;
    after = last;
  }
  return after;
}

/** Calls cells that report no more, because a cell that is called sets its alarm again if that was lost. */
export async function callCells({ shard, shards, clock }: SweepRun): Promise<void> {
  if (!shards.hasCells) return;
  const silentSince = clock() - IDLE_REPORT_MS - 2 * IDLE_SWEEP_MS;
  const cells = await listSilentCells(shard, silentSince, LIMITS.calledCells);
  const calls = cells.map((cell) =>
    logFailure("error", "sweep_failed", { part: "cells", cell }, pingDatabase(shards.named(cell))),
  );
  await Promise.all(calls);
}

export async function sweepOverdueDeliveries(deps: SweepRun): Promise<void> {
  for (let page = 0; page < LIMITS.overdueDeliveryPages; page++) {
    const now = deps.clock();
    const claimed = await claimOverdueDeliveries(deps.shard, now - DELIVERY_GRACE_MS, now, PAGE);
    await queueDue(deps.queues.webhookRetries, claimed, now);
    if (claimed.length < PAGE) return;
  }
}

/** Probes each degraded endpoint with one of its waiting deliveries, and releases those of recovered endpoints. */
export async function sweepWaitingDeliveries(deps: SweepRun): Promise<void> {
  const tools = deliveryTools(deps, deps.shard);
  const start = { nextProbeAt: 0, merchantId: "", origin: "" };
  await resumeSweep<DueEndpoint>(deps, "waiting_deliveries", start, async (after) => {
    const due = await listDueEndpoints(deps.shard, deps.clock(), after, LIMITS.dueEndpoints);
    const waiting = due.filter(({ hasWaiting }) => hasWaiting);
    const taken = waiting.slice(0, LIMITS.endpoints);
    for (const { degradedSince, merchantId, origin } of taken) {
      const endpoint = { merchantId, origin };
      if (degradedSince === null) {
        await releaseRecovered(tools, endpoint);
      } else {
        await releaseMovedFrom(deps, deps.shard, endpoint);
        await probeIfDue(tools, endpoint);
      }
    }
    const isAllTaken = taken.length === waiting.length;
    const last = (isAllTaken ? due : taken).at(-1);
    if (last === undefined || (isAllTaken && due.length < LIMITS.dueEndpoints)) return null;
    return { nextProbeAt: last.nextProbeAt, merchantId: last.merchantId, origin: last.origin };
  });
}
