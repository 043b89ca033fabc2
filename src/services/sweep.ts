// The safety net, once a minute: whatever alarms and queues have lost is in D1 and is found here.
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
/** Bounds one run; what is left is next minute's. */
const PAGES_MAX = 50;

/** Expires open intents past their deadline that nobody has asked for since. */
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

/** A stuck intent is logged and passed by, so that it starves no other. */
async function settleIntent(deps: Dependencies, intentId: string): Promise<void> {
  try {
    await deps.intents.find(intentId);
  } catch (error) {
    log("error", "sweep_intent_failed", { intent_id: intentId, error });
  }
}

/** Queues again what should have been delivered a while ago. */
export async function sweepOverdueDeliveries(deps: Dependencies): Promise<void> {
  for (let page = 0; page < PAGES_MAX; page++) {
    const now = deps.clock();
    const claimed = await claimOverdueDeliveries(deps.db, now - DELIVERY_GRACE_MS, now, PAGE);
    await queueDeliveries(deps.queues.webhookRetries, claimed);
    if (claimed.length < PAGE) return;
  }
}

/** One waiting delivery of each degraded address finds out whether it is well again; what has recovered goes on. */
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
