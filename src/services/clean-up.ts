// Retention. Bodies and attempts are deleted 30 days after success and 90 after failure, the health of an address 30
// days after its last failure. Deliveries that have waited 90 days for their address fail.
import { emptyOldDeliveries, failAbandonedDeliveries } from "../db/clean-up.ts";
import { forgetQuietEndpoints } from "../db/endpoints.ts";
import { listMerchantIds } from "../db/merchants.ts";
import { unparkForgotten } from "../db/probes.ts";
import { uuidSince } from "../db/time-ordered-id.ts";
import { log } from "../lib/log.ts";
import { queueDeliveries } from "../webhooks/message.ts";
import type { Dependencies } from "./dependencies.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const DELIVERED_KEPT_MS = 30 * DAY_MS;
const FAILED_KEPT_MS = 90 * DAY_MS;
const WAITING_MS_MAX = 90 * DAY_MS;
const QUIET_ENDPOINT_KEPT_MS = 30 * DAY_MS;

/** Older events have been emptied already, and are not read every day. */
const LOOKBACK_MS = 400 * DAY_MS;

const PAGE = 500;
/** Bounds one run; the rest is left for the next day. */
const PAGES_MAX = 400;

/**
 * Every merchant has its own minute of the day, by its id, which spreads the reads over the day. A missed minute is
 * made up for on the next day.
 */
export async function cleanUp(deps: Dependencies): Promise<void> {
  const now = deps.clock();
  for (const merchantId of await listMerchantIds(deps.db, shareOfDay(now))) {
    await cleanUpMerchant(deps, merchantId, now).catch((error: unknown) =>
      log("error", "clean_up_failed", { merchant_id: merchantId, error }),
    );
  }
}

async function cleanUpMerchant(deps: Dependencies, merchantId: string, now: number): Promise<void> {
  const { db, queues } = deps;
  await forgetQuietEndpoints(db, merchantId, now - QUIET_ENDPOINT_KEPT_MS);
  for (let page = 0; page < PAGES_MAX; page++) {
    const failed = await failAbandonedDeliveries(db, merchantId, now - WAITING_MS_MAX, now, PAGE);
    if (failed < PAGE) break;
  }
  await queueDeliveries(queues.webhookRetries, await unparkForgotten(db, merchantId, now, PAGE));
  const range = {
    after: uuidSince(now - LOOKBACK_MS),
    deliveredBefore: now - DELIVERED_KEPT_MS,
    failedBefore: now - FAILED_KEPT_MS,
  };
  for (let page = 0; page < PAGES_MAX; page++) {
    const emptied = await emptyOldDeliveries(db, merchantId, range, PAGE);
    if (emptied.length < PAGE) return;
    range.after = emptied.at(-1) ?? range.after;
  }
}

/** Maps the current minute's share of the day to the same share of all ids: from 0 to 1, the end excluded. */
function shareOfDay(now: number): { from: number; to: number } {
  const minute = Math.floor((now % DAY_MS) / MINUTE_MS);
  return { from: (minute * MINUTE_MS) / DAY_MS, to: ((minute + 1) * MINUTE_MS) / DAY_MS };
}
