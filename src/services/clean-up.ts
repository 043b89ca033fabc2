// Retention. Bodies and attempts are deleted 30 days after success and 90 after failure, the health of a host 30
// days after its last failure. Deliveries that have waited 90 days for their host fail.
import { emptyOldDeliveries, failAbandonedDeliveries } from "../db/clean-up.ts";
import { forgetQuietHosts } from "../db/endpoints.ts";
import { listMerchantIds, merchantIdAt } from "../db/merchants.ts";
import { listForgottenHosts, unparkOldest } from "../db/probes.ts";
import { startPosition } from "../db/sweep-positions.ts";
import { uuidSince } from "../db/time-ordered-id.ts";
import { log } from "../lib/log.ts";
import { queueDeliveries } from "../webhooks/message.ts";
import type { Dependencies } from "./dependencies.ts";
import { resumeEach, type SweepRun } from "./resume-sweep.ts";
import { LIMITS } from "./sweep-limits.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const DELIVERED_KEPT_MS = 30 * DAY_MS;
const FAILED_KEPT_MS = 90 * DAY_MS;
const WAITING_MS_MAX = 90 * DAY_MS;
const QUIET_HOST_KEPT_MS = 30 * DAY_MS;

/** Older events have been emptied already, and are not read every day. */
const LOOKBACK_MS = 400 * DAY_MS;

const PAGE = 500;
const MERCHANTS_PER_PAGE = 40;
/** How many of a merchant's hosts are checked in a day, in pages. */
const HOSTS_PER_PAGE = 1_000;
const HOST_PAGES_MAX = 5;
/** Shares that earlier minutes have left and that a run continues. */
const SHARES_RESUMED_MAX = 5;

/** Merchants by id, from the first to before `to`; of the first, only events after this one are still to be emptied. */
interface Share {
  from: string;
  to: string;
  after: string;
}

/**
 * Every merchant has its own minute of the day, by its id, which spreads the reads over the day. What a run cannot do,
 * the next ones continue; a missed minute is made up for on the next day.
 */
export async function cleanUp(deps: SweepRun): Promise<void> {
  let left = LIMITS.cleanUpQueries;
  const spend = () => left-- > 0;
  await resumeEach<Share>(deps, "clean_up", (share) => cleanUpShare(deps, share, spend), {
    limit: SHARES_RESUMED_MAX,
  });
  const now = deps.clock();
  const share = shareOfDay(now);
  const position = await cleanUpShare(deps, share, spend);
  if (position === null) return;
  await startPosition(deps.db, { part: "clean_up", key: share.from, position, updatedAt: now });
}

/** Whether one more query may be made. */
type Spend = () => boolean;

/** Returns what is left of the share, or null. */
async function cleanUpShare(deps: Dependencies, share: Share, spend: Spend): Promise<Share | null> {
  if (!spend()) return share;
  const merchantIds = await listMerchantIds(deps.db, share, MERCHANTS_PER_PAGE);
  for (const merchantId of merchantIds) {
    const start = merchantId === share.from ? share.after : "";
    const after = await cleanUpMerchant(deps, merchantId, start, spend).catch((error: unknown) => {
      log("error", "clean_up_failed", { merchant_id: merchantId, error });
      return null;
    });
    if (after !== null) return { from: merchantId, to: share.to, after };
  }
  const last = merchantIds.at(-1);
  // '~' sorts after every id.
  return last === undefined || merchantIds.length < MERCHANTS_PER_PAGE
    ? null
    : { from: `${last}~`, to: share.to, after: "" };
}

/** Returns null when it is done, else the event after which it is to go on. */
async function cleanUpMerchant(
  deps: Dependencies,
  merchantId: string,
  start: string,
  spend: Spend,
): Promise<string | null> {
  const now = deps.clock();
  if (!spend()) return start;
  await forgetQuietHosts(deps.db, merchantId, now - QUIET_HOST_KEPT_MS);
  for (let failed = PAGE; failed === PAGE; ) {
    if (!spend()) return start;
    failed = await failAbandonedDeliveries(deps.db, merchantId, now - WAITING_MS_MAX, now, PAGE);
  }
  if (!(await releaseForgotten(deps, merchantId, now, spend))) return start;
  const kept = { deliveredBefore: now - DELIVERED_KEPT_MS, failedBefore: now - FAILED_KEPT_MS };
  const oldest = uuidSince(now - LOOKBACK_MS);
  for (let after = start > oldest ? start : oldest; ; ) {
    if (!spend()) return after;
    const emptied = await emptyOldDeliveries(deps.db, merchantId, { ...kept, after }, PAGE);
    if (emptied.length < PAGE) return null;
    after = emptied.at(-1) ?? after;
  }
}

/** Releases deliveries that wait for a host without a row. False when the queries did not suffice. */
async function releaseForgotten(
  { db, queues }: Dependencies,
  merchantId: string,
  now: number,
  spend: Spend,
): Promise<boolean> {
  let after: string | null = "";
  for (let page = 0; page < HOST_PAGES_MAX && after !== null; page++) {
    if (!spend()) return false;
    const { forgotten, next }: Awaited<ReturnType<typeof listForgottenHosts>> = await listForgottenHosts(
      db,
      merchantId,
      after,
      HOSTS_PER_PAGE,
    );
    for (const origin of forgotten) {
      if (!spend()) return false;
      await queueDeliveries(queues.webhookRetries, await unparkOldest(db, { merchantId, origin }, now, PAGE));
    }
    after = next;
  }
  return true;
}

/** Maps the current minute's share of the day to the same share of all ids. */
function shareOfDay(now: number): Share {
  const minute = Math.floor((now % DAY_MS) / MINUTE_MS);
  const idAfter = (minutes: number) => merchantIdAt((minutes * MINUTE_MS) / DAY_MS);
  return { from: idAfter(minute), to: idAfter(minute + 1), after: "" };
}
