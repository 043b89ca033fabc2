// The safety net, once a minute: whatever alarms and queues have lost is in D1 and is found here.
import { claimOverdueDeliveries } from "../db/deliveries.ts";
import { emptyOldDeliveries } from "../db/delivery-log.ts";
import { listDueProbes, unparkForgotten } from "../db/endpoints.ts";
import { listMerchantIds } from "../db/merchants.ts";
import { overdueIntentsQuery } from "../db/payment-intents.ts";
import { log } from "../log.ts";
import { probeIfDue } from "../webhooks/deliver.ts";
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

/** What waits without need goes on; and one waiting delivery of each degraded address finds out whether it is well again. */
export async function sweepDueProbes(services: Services): Promise<void> {
  const tools = deliveryTools(services);
  for (let page = 0; page < PAGES_MAX; page++) {
    const released = await unparkForgotten(services.db, services.clock(), PAGE);
    await queueDeliveries(
      tools.queue,
      released.map(({ merchantId, eventId }) => ({ merchantId, eventId })),
    );
    if (released.length < PAGE) break;
  }
  for (const address of await listDueProbes(services.db, services.clock(), PAGE)) {
    await probeIfDue(tools, address);
  }
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const DELIVERED_KEPT_MS = 30 * DAY_MS;
const FAILED_KEPT_MS = 90 * DAY_MS;

/**
 * Bodies and attempts go 30 days after success and 90 after failure. Every merchant has its own minute of the day, by
 * its id: the reading is spread, and a minute that was missed is made up for the next day.
 */
export async function sweepOldDeliveries(services: Services): Promise<void> {
  const now = services.clock();
  const ages = { deliveredBefore: now - DELIVERED_KEPT_MS, failedBefore: now - FAILED_KEPT_MS };
  for (const merchantId of await listMerchantIds(services.db, shareOfDay(now))) {
    let emptied: string[] = [];
    for (let page = 0; page < PAGES_MAX; page++) {
      emptied = await emptyOldDeliveries(
        services.db,
        merchantId,
        ages,
        emptied.at(-1) ?? "",
        EMPTIED_PER_QUERY,
      );
      if (emptied.length < EMPTIED_PER_QUERY) break;
    }
  }
}

const EMPTIED_PER_QUERY = 500;

/** The minute of the day as a part of all ids: both from 0 to 1, the end excluded. */
function shareOfDay(now: number): { from: number; to: number } {
  const minute = Math.floor((now % DAY_MS) / MINUTE_MS);
  return { from: (minute * MINUTE_MS) / DAY_MS, to: ((minute + 1) * MINUTE_MS) / DAY_MS };
}
