// Retention. Bodies and attempts are deleted 30 days after success and 90 after failure, the health of an endpoint 30
// days after its last failure. Deliveries that have waited 90 days for their endpoint fail. Sessions that are over are deleted,
// and at home so are counts of invitations.

import type { Shard } from "#core/db/client.ts";
import { forgetOldInvitations } from "#core/db/merchants/invitations.ts";
import { listMerchantIds } from "#core/db/merchants/merchants.ts";
import {
  emptyDueDeliveries,
  expireBodies,
  failAbandonedDeliveries,
  findOldDeliveries,
  type Retention,
} from "#core/db/operations/clean-up.ts";
import { startPosition } from "#core/db/operations/sweep-positions.ts";
import { deleteExpiredSessions } from "#core/db/sessions/sessions.ts";
import { forgetQuietEndpoints } from "#core/db/webhooks/endpoints.ts";
import { listForgottenEndpoints, releaseOldest } from "#core/db/webhooks/probes.ts";
import { ENDED_SHOWN_MS, INVITATIONS_COUNTED_MS } from "#core/domain/merchants/invitation-limits.ts";
import { type MerchantsOfMinute, shareOf } from "#core/domain/merchants/merchants-of-minute.ts";
import { cellOf, HOME, IDLE_SWEEP_MS } from "#core/domain/shards/cells.ts";
import { DELIVERED_KEPT_DAYS } from "#core/domain/webhooks/delivery.ts";
import { log } from "#core/lib/log.ts";
import { queueDue } from "#core/webhooks/message.ts";
import { resumeEach, type SweepRun } from "./resume-sweep.ts";
import { LIMITS } from "./sweep-limits.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const KEPT: Retention = { deliveredMs: DELIVERED_KEPT_DAYS * DAY_MS, failedMs: 90 * DAY_MS };
const WAITING_MS_MAX = 90 * DAY_MS;
const QUIET_HOST_KEPT_MS = 30 * DAY_MS;

/** Where it begins with a merchant for the first time. Older events have been emptied already. */
const LOOKBACK_MS = 400 * DAY_MS;

const PAGE = 500;
/** Events that three queries pass. */
const OLD_PAGE = 1_500;
const MERCHANTS_PER_PAGE = 40;
/** How many of a merchant's endpoints are checked in a day, in pages. */
const HOSTS_PER_PAGE = 1_000;
const HOST_PAGES_MAX = 5;
/** Shares that earlier minutes have left and that a run continues. */
const SHARES_RESUMED_MAX = 5;

/**
 * Every merchant has its own minute of the day, by its id, which spreads the reads over the day; in a cell, its own
 * IDLE_SWEEP_MS. What a run cannot do, the next ones continue; a missed one is made up for on the next day.
 * `isShareDue`: false in a cell's further sweeps within IDLE_SWEEP_MS.
 */
export async function cleanUp(deps: SweepRun, isShareDue = true): Promise<void> {
  let left = LIMITS.cleanUpQueries;
  const spend = (queries = 1) => {
    left -= queries;
    return left >= 0;
  };
  await resumeEach<MerchantsOfMinute>(deps, "clean_up", (share) => cleanUpShare(deps, share, spend), {
    limit: SHARES_RESUMED_MAX,
  });
  if (!isShareDue) return;
  const now = deps.clock();
  const share = shareOf(now, DAY_MS, isHome(deps.shard) ? MINUTE_MS : IDLE_SWEEP_MS);
  const position = await cleanUpShare(deps, share, spend);
  if (position === null) return;
  await startPosition(deps.shard, { part: "clean_up", key: share.from, position, updatedAt: now });
}

/** Whether so many more queries may be made, one unless it says how many. */
type Spend = (queries?: number) => boolean;

/** Returns what is left of the share, or null. */
async function cleanUpShare(
  deps: SweepRun,
  share: MerchantsOfMinute,
  spend: Spend,
): Promise<MerchantsOfMinute | null> {
  if (!spend(3)) return share;
  const now = deps.clock();
  if (isHome(deps.shard)) {
    await forgetOldInvitations(deps.db, share, {
      countedUntil: now - INVITATIONS_COUNTED_MS,
      endedUntil: now - ENDED_SHOWN_MS,
    });
  }
  const merchantIds = await listMerchantIds(deps.shard, share, MERCHANTS_PER_PAGE);
  for (const merchantId of merchantIds) {
    const isDone = await cleanUpMerchant(deps, merchantId, spend).catch((error: unknown) => {
      log("error", "clean_up_failed", { merchant_id: merchantId, cell: cellOf(deps.shard), error });
      return true;
    });
    if (!isDone) return { from: merchantId, to: share.to };
  }
  const last = merchantIds.at(-1);
  // '~' sorts after every id.
  return last === undefined || merchantIds.length < MERCHANTS_PER_PAGE
    ? null
    : { from: `${last}~`, to: share.to };
}

/** Returns false when the queries did not suffice. */
async function cleanUpMerchant(deps: SweepRun, merchantId: string, spend: Spend): Promise<boolean> {
  const now = deps.clock();
  if (!spend(2)) return false;
  await forgetQuietEndpoints(deps.shard, merchantId, now - QUIET_HOST_KEPT_MS);
  await deleteExpiredSessions(deps.shard, merchantId, now);
  for (let failed = PAGE; failed === PAGE; ) {
    if (!spend()) return false;
    failed = await failAbandonedDeliveries(deps.shard, merchantId, now - WAITING_MS_MAX, now, PAGE);
  }
  if (!(await releaseForgotten(deps, merchantId, now, spend))) return false;
  return await emptyOld(deps, merchantId, now, spend);
}

/** Returns false when the queries did not suffice. */
async function emptyOld(
  { shard }: SweepRun,
  merchantId: string,
  now: number,
  spend: Spend,
): Promise<boolean> {
  const times = { now, oldest: now - LOOKBACK_MS };
  for (;;) {
    if (!spend()) return false;
    const { count, first, last, hasDue } = await findOldDeliveries(shard, merchantId, KEPT, times, OLD_PAGE);
    if (first !== null && last !== null) {
      if (!spend(2)) return false;
      await expireBodies(shard, merchantId, { first, last }, KEPT, now);
    }
    if (hasDue === 1) {
      if (!spend()) return false;
      await emptyDueDeliveries(shard, merchantId, KEPT, now, OLD_PAGE);
    } else if (count < OLD_PAGE) {
      return true;
    }
  }
}

/** Releases deliveries that wait for an endpoint without a row. Returns false when the queries did not suffice. */
async function releaseForgotten(
  { shard, queues }: SweepRun,
  merchantId: string,
  now: number,
  spend: Spend,
): Promise<boolean> {
  let after: string | null = "";
  for (let page = 0; page < HOST_PAGES_MAX && after !== null; page++) {
    if (!spend()) return false;
    const { forgotten, next }: Awaited<ReturnType<typeof listForgottenEndpoints>> =
      await listForgottenEndpoints(shard, merchantId, after, HOSTS_PER_PAGE);
    for (const origin of forgotten) {
      if (!spend()) return false;
      const released = await releaseOldest(shard, { merchantId, origin }, now, PAGE);
      await queueDue(queues.webhookRetries, released, now);
    }
    after = next;
  }
  return true;
}

function isHome({ name }: Shard): boolean {
  return name === HOME;
}
