// The safety net, once a minute: finds in D1 whatever alarms and queues have lost.
import { claimOverdueDeliveries } from "../db/deliveries.ts";
import { overdueIntentsQuery } from "../db/payment-intents.ts";
import { listDueAddresses } from "../db/probes.ts";
import { log } from "../lib/log.ts";
import { probeIfDue, releaseMoved, releaseRecovered } from "../webhooks/circuit.ts";
import { queueDeliveries } from "../webhooks/message.ts";
import { DELIVERY_GRACE_MS } from "../webhooks/schedule.ts";
import { deliveryTools } from "./deliveries.ts";
import type { Dependencies } from "./dependencies.ts";

const PAGE = 100;
/** Bounds one run; the rest is left for the next minute. */
const PAGES_MAX = 50;

/** Expires open intents past their deadline that nobody has read since. */
export async function sweepOverdueIntents(deps: Dependencies): Promise<void> {
  const now = deps.clock();
  let after = { expiresAt: 0, id: "" };
  for (let page = 0; page < PAGES_MAX; page++) {
    const overdue = await overdueIntentsQuery(deps.db, now, after, PAGE);
    await Promise.all(overdue.map(({ id }) => settleIntent(deps, id)));
    const last = overdue.at(-1);
    if (last === undefined || overdue.length < PAGE) return;
    after = last;
  }
}

/** A stuck intent is logged and skipped, so that it does not hold up the others. */
async function settleIntent(deps: Dependencies, intentId: string): Promise<void> {
  try {
    await deps.intents.find(intentId);
  } catch (error) {
    log("error", "sweep_intent_failed", { intent_id: intentId, error });
  }
}

/** Queues deliveries again that are overdue. */
export async function sweepOverdueDeliveries(deps: Dependencies): Promise<void> {
  for (let page = 0; page < PAGES_MAX; page++) {
    const now = deps.clock();
    const claimed = await claimOverdueDeliveries(deps.db, now - DELIVERY_GRACE_MS, now, PAGE);
    await queueDeliveries(deps.queues.webhookRetries, claimed);
    if (claimed.length < PAGE) return;
  }
}

/** Probes each degraded address with one of its waiting deliveries, and releases those of recovered addresses. */
export async function sweepWaitingDeliveries(deps: Dependencies): Promise<void> {
  const tools = deliveryTools(deps);
  for (let page = 0; page < PAGES_MAX; page++) {
    const addresses = await listDueAddresses(deps.db, deps.clock(), PAGE);
    for (const { degradedSince, ...address } of addresses) {
      if (degradedSince === null) {
        await releaseRecovered(tools, address);
      } else {
        await releaseMoved(tools, address);
        await probeIfDue(tools, address);
      }
    }
    if (addresses.length < PAGE) return;
  }
}
