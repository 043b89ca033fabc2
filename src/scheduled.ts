import { settleDue } from "./embedded/ledger/settle.ts";
import { settledEvent } from "./embedded/ledger/settled-event.ts";
import { log } from "./log.ts";
import { cleanUp } from "./services/clean-up.ts";
import type { Services } from "./services/context.ts";
import { sweepOverdueDeliveries, sweepOverdueIntents, sweepWaitingDeliveries } from "./services/sweep.ts";
import { sweepBusEvents } from "./services/wallet-events.ts";

/** Each part runs whatever becomes of the others. */
export async function sweep(services: Services, env: Env): Promise<void> {
  const parts = {
    overdue_intents: () => sweepOverdueIntents(services),
    overdue_deliveries: () => sweepOverdueDeliveries(services),
    waiting_deliveries: () => sweepWaitingDeliveries(services),
    bus_events: () => sweepBusEvents(services),
    clean_up: () => cleanUp(services),
    ledger_settlements: () => settleEmbeddedLedger(services, env),
  };
  for (const [part, run] of Object.entries(parts)) {
    await run().catch((error: unknown) => log("error", "sweep_failed", { part, error }));
  }
}

async function settleEmbeddedLedger(services: Services, env: Env): Promise<void> {
  if (!services.config.ledger.isEmbedded) return;
  for (const settled of await settleDue(services.db, services.clock())) {
    await env.LEDGER_EVENTS.send(settledEvent(settled));
  }
}
