// The safety net, once a minute: whatever alarms and queues have lost is in D1 and is found here.
import { claimOverdueDeliveries } from "../db/deliveries.ts";
import { overdueIntentsQuery } from "../db/payment-intents.ts";
import { listDueAddresses } from "../db/probes.ts";
import { log } from "../log.ts";
import { probeIfDue, releaseMoved, releaseRecovered } from "../webhooks/circuit.ts";
import { queueDeliveries } from "../webhooks/message.ts";
import { DELIVERY_GRACE_MS } from "../webhooks/schedule.ts";
import type { Services } from "./context.ts";
import { deliveryTools } from "./deliveries.ts";

const PAGE = 100;
/** Bounds one run; what is left is next minute's. */
const PAGES_MAX = 50;

/** Expires open intents past their deadline that nobody has asked for since. */
export async function sweepOverdueIntents(services: Services): Promise<void> {
  const now = services.clock();
  let after = { expiresAt: 0, id: "" };
  for (let page = 0; page < PAGES_MAX; page++) {
    const overdue = await overdueIntentsQuery(services.db, now, after, PAGE);
    await Promise.all(overdue.map(({ id }) => settleIntent(services, id)));
    const last = overdue.at(-1);
    if (last === undefined || overdue.length < PAGE) return;
    after = last;
  }
}

/** A stuck intent is logged and passed by, so that it starves no other. */
async function settleIntent(services: Services, intentId: string): Promise<void> {
  try {
    await services.intents.find(intentId);
  } catch (error) {
    log("error", "sweep_intent_failed", { intent_id: intentId, error });
  }
}

/** Queues again what should have been delivered a while ago. */
export async function sweepOverdueDeliveries(services: Services): Promise<void> {
  for (let page = 0; page < PAGES_MAX; page++) {
    const now = services.clock();
    const claimed = await claimOverdueDeliveries(services.db, now - DELIVERY_GRACE_MS, now, PAGE);
    await queueDeliveries(services.queues.webhookRetries, claimed);
    if (claimed.length < PAGE) return;
  }
}

/** One waiting delivery of each degraded address finds out whether it is well again; what has recovered goes on. */
export async function sweepWaitingDeliveries(services: Services): Promise<void> {
  const tools = deliveryTools(services);
  for (let page = 0; page < PAGES_MAX; page++) {
    const addresses = await listDueAddresses(services.db, services.clock(), PAGE);
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
