// What is old goes: bodies and attempts 30 days after success and 90 after failure, waiting in vain, quiet addresses.
import { emptyOldDeliveries, failAbandonedDeliveries } from "../db/clean-up.ts";
import { forgetQuietEndpoints } from "../db/endpoints.ts";
import { listMerchantIds } from "../db/merchants.ts";
import type { Services } from "./context.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const DELIVERED_KEPT_MS = 30 * DAY_MS;
const FAILED_KEPT_MS = 90 * DAY_MS;
const WAITING_MS_MAX = 90 * DAY_MS;
const QUIET_ENDPOINT_KEPT_MS = 30 * DAY_MS;

const PAGE = 500;
/** Bounds one run; what is left is tomorrow's. */
const PAGES_MAX = 50;

/**
 * Every merchant has its own minute of the day, by its id: the reading is spread, and a minute that was missed is
 * made up for the next day.
 */
export async function cleanUp(services: Services): Promise<void> {
  const now = services.clock();
  for (const merchantId of await listMerchantIds(services.db, shareOfDay(now))) {
    await forgetQuietEndpoints(services.db, merchantId, now - QUIET_ENDPOINT_KEPT_MS);
    await failAbandonedDeliveries(services.db, merchantId, now - WAITING_MS_MAX, now);
    await emptyDeliveries(services, merchantId, now);
  }
}

async function emptyDeliveries({ db }: Services, merchantId: string, now: number): Promise<void> {
  const ages = { deliveredBefore: now - DELIVERED_KEPT_MS, failedBefore: now - FAILED_KEPT_MS };
  let emptied: string[] = [];
  for (let page = 0; page < PAGES_MAX; page++) {
    emptied = await emptyOldDeliveries(db, merchantId, ages, emptied.at(-1) ?? "", PAGE);
    if (emptied.length < PAGE) return;
  }
}

/** The minute of the day as a part of all ids: both from 0 to 1, the end excluded. */
function shareOfDay(now: number): { from: number; to: number } {
  const minute = Math.floor((now % DAY_MS) / MINUTE_MS);
  return { from: (minute * MINUTE_MS) / DAY_MS, to: ((minute + 1) * MINUTE_MS) / DAY_MS };
}
