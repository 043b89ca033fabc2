import { settledEvent } from "./embedded/ledger/present.ts";
import { settleDue } from "./embedded/ledger/settle.ts";
import { log } from "./lib/log.ts";
import { cleanUp } from "./services/clean-up.ts";
import type { Dependencies } from "./services/dependencies.ts";
import { sweepOverdueDeliveries, sweepOverdueIntents, sweepWaitingDeliveries } from "./services/sweep.ts";
import { sweepBusEvents } from "./services/wallet-events.ts";

/** Each part runs even when others fail. */
export async function sweep(deps: Dependencies, env: Env): Promise<void> {
  const parts = {
    overdue_intents: () => sweepOverdueIntents(deps),
    overdue_deliveries: () => sweepOverdueDeliveries(deps),
    waiting_deliveries: () => sweepWaitingDeliveries(deps),
    bus_events: () => sweepBusEvents(deps),
    clean_up: () => cleanUp(deps),
    ledger_settlements: () => settleEmbeddedLedger(deps, env),
  };
  for (const [part, run] of Object.entries(parts)) {
    await run().catch((error: unknown) => log("error", "sweep_failed", { part, error }));
  }
}

async function settleEmbeddedLedger(deps: Dependencies, env: Env): Promise<void> {
  if (!deps.config.ledger.isEmbedded) return;
  for (const settled of await settleDue(deps.db, deps.clock())) {
    await env.LEDGER_EVENTS.send(settledEvent(settled));
  }
}
