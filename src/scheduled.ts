import { deleteExpiredSignIns } from "./embedded/identity-provider/sign-ins.ts";
import { deleteRetiredKeys } from "./embedded/identity-provider/signing-key.ts";
import { settledEvent } from "./embedded/ledger/present.ts";
import { settleDue } from "./embedded/ledger/settle.ts";
import { log } from "./lib/log.ts";
import { sweepAuditCheck, sweepAuditTrail } from "./services/audit-chain.ts";
import { cleanUp } from "./services/clean-up.ts";
import { sweepMovedDeliveries, sweepRecoveries } from "./services/deliveries.ts";
import type { Dependencies } from "./services/dependencies.ts";
import { sweepErasures } from "./services/merchant-erasure.ts";
import { sweepEventCounts } from "./services/metrics.ts";
import { sweepOperatorAlerts } from "./services/operator-alerts.ts";
import { sweepProviderTasks } from "./services/provider-tasks.ts";
import { beginSweep } from "./services/resume-sweep.ts";
import {
  sweepOverdueDeliveries,
  sweepOverdueIntents,
  sweepPendingRefunds,
  sweepWaitingDeliveries,
} from "./services/sweep.ts";
import { LIMITS } from "./services/sweep-limits.ts";
import { sweepBusEvents } from "./services/wallet-events.ts";

/** The parts run side by side, each within its own bounds: none waits for another or fails with it. */
export async function sweep(deps: Dependencies, env: Env): Promise<void> {
  const run = beginSweep(deps);
  const parts = {
    overdue_intents: () => sweepOverdueIntents(run),
    pending_refunds: () => sweepPendingRefunds(run),
    overdue_deliveries: () => sweepOverdueDeliveries(deps),
    waiting_deliveries: () => sweepWaitingDeliveries(deps),
    moved_deliveries: () => sweepMovedDeliveries(run),
    failed_deliveries: () => sweepRecoveries(run),
    bus_events: () => sweepBusEvents(run),
    counted_events: () => sweepEventCounts(run),
    operator_alerts: () => sweepOperatorAlerts(run),
    audit_trail: () => sweepAuditTrail(deps),
    audit_check: () => sweepAuditCheck(run),
    clean_up: () => cleanUp(run),
    erasures: () => sweepErasures(run),
    ledger_settlements: () => settleEmbeddedLedger(deps, env),
    provider_tasks: () => sweepProviderTasks(deps),
    identity_provider: () => cleanUpProvider(deps),
  };
  await Promise.all(
    Object.entries(parts).map(([part, sweepPart]) =>
      sweepPart().catch((error: unknown) => log("error", "sweep_failed", { part, error })),
    ),
  );
}

async function cleanUpProvider({ config, db, clock }: Dependencies): Promise<void> {
  if (!config.identityProvider.isEmbedded) return;
  await deleteRetiredKeys(db, clock());
  await deleteExpiredSignIns(db, clock());
}

async function settleEmbeddedLedger(deps: Dependencies, env: Env): Promise<void> {
  if (!deps.config.ledger.isEmbedded) return;
  for (const settled of await settleDue(deps.db, deps.clock(), LIMITS.settlements)) {
    await env.LEDGER_EVENTS.send(settledEvent(settled));
  }
}
