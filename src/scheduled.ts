import { deleteExpiredSignIns } from "./embedded/identity-provider/sign-ins.ts";
import { deleteRetiredKeys } from "./embedded/identity-provider/signing-key.ts";
import { settledEvent } from "./ledger/present.ts";
import { settleDue } from "./ledger/settle.ts";
import { log } from "./lib/log.ts";
import { sweepAuditCheck, sweepAuditTrail } from "./services/audit/audit-chain.ts";
import type { Dependencies } from "./services/dependencies.ts";
import { sweepProviderTasks } from "./services/identity-provider/provider-tasks.ts";
import { sweepErasures } from "./services/merchants/merchant-erasure.ts";
import { cleanUp } from "./services/operations/clean-up.ts";
import { sweepEventCounts } from "./services/operations/metrics.ts";
import { sweepOperatorAlerts } from "./services/operations/operator-alerts.ts";
import { beginSweep } from "./services/operations/resume-sweep.ts";
import {
  sweepOverdueDeliveries,
  sweepOverdueIntents,
  sweepPendingRefunds,
  sweepWaitingDeliveries,
} from "./services/operations/sweep.ts";
import { LIMITS } from "./services/operations/sweep-limits.ts";
import { sweepBusEvents } from "./services/wallet/wallet-events.ts";
import { sweepMovedDeliveries, sweepRecoveries } from "./services/webhooks/deliveries.ts";

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
