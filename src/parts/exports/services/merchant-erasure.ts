// Erases what is personal about a closed merchant. The request is stored; the sweep does the work in chunks.

import type { Shard } from "#core/db/client.ts";
import { insertTasks } from "#core/db/identity-provider/provider-tasks.ts";
import { findMerchant } from "#core/db/merchants/merchants.ts";
import type { Actor } from "#core/domain/audit/actor.ts";
import type { RowPosition } from "#core/domain/cursor.ts";
import { clientRemoval, newTask } from "#core/domain/identity-provider/provider-task.ts";
import { isSuspended, type Merchant } from "#core/domain/merchants/merchant.ts";
import type { FinalStatus } from "#core/domain/payment-intents/payment-intent.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { HOME } from "#core/domain/shards/cells.ts";
import { log } from "#core/lib/log.ts";
import { audited } from "#core/services/audit/audit-trail.ts";
import type { Dependencies, EraseRecords } from "#core/services/dependencies.ts";
import { renewAccountCopies } from "#core/services/merchants/account-copies.ts";
import { resumeEach, type SweepRun } from "#core/services/operations/resume-sweep.ts";
import type { Refusal } from "#core/services/refusal.ts";
import { readEach } from "#core/shards/shards.ts";
import {
  endDeliveries,
  eraseAuditEntries,
  eraseEvents,
  eraseIntents,
  eraseLeftovers,
} from "../db/erased-rows.ts";
import {
  beginErasure,
  completeErasure,
  eraseAccount,
  hasProviderTasks,
  readActivity,
} from "../db/merchant-erasure.ts";
import { type ErasurePosition, type ErasureStage, QUIET_MS, stageAfter } from "../domain/merchant-erasure.ts";

/** Merchants of one run, and chunks of rows of each; in brackets: the most queries and other calls (60, 2). */
const MERCHANTS_MAX = 2;
const CHUNKS_MAX = 10;
const CHUNK = 500;
const SYSTEM: Actor = { client: "system", requestId: null };

/** Safe to repeat, and final: the merchant stays closed. */
export async function requestErasure(
  deps: Dependencies,
  actor: Actor,
  merchantId: string,
): Promise<Result<Merchant, Refusal>> {
  const { db, clock } = deps;
  const merchant = await findMerchant(db, merchantId);
  if (merchant === null) return err("merchant_not_found");
  if (merchant.erasureRequestedAt !== null) return ok(merchant);
  const obstacle = await obstacleTo(deps, merchant);
  if (obstacle !== null) return err(obstacle);
  const event = { action: "merchant.erasure_requested", merchantId } as const;
  const requested = await audited(deps, actor, event, (entry) =>
    beginErasure(db, merchantId, clock(), entry),
  );
  if (requested !== null) return ok(requested);
  const current = await findMerchant(db, merchantId);
  return current === null || current.erasureRequestedAt === null ? err("merchant_not_closed") : ok(current);
}

/** Deliveries that are due or wait are no obstacle: the shop's server may be gone, and they would wait for it for months. */
async function obstacleTo({ shards, clock }: Dependencies, merchant: Merchant): Promise<Refusal | null> {
  if (merchant.status !== "closed" || !isSuspended(merchant)) return "merchant_not_closed";
  const since = clock() - QUIET_MS;
  const asked = shards.ofMerchant(merchant.id);
  const activity = await readEach(asked, (shard) => readActivity(shard, merchant.id, since));
  if (activity.some(({ isOpen }) => isOpen)) return "merchant_unsettled";
  const isRecent = activity.some((each) => each.isRecent);
  return isRecent || merchant.updatedAt > since ? "merchant_not_quiet" : null;
}

/** Each merchant from where the last run ended. The records are those of the sandbox's stand-ins. */
export async function sweepErasures(run: SweepRun, records: readonly EraseRecords[] = []): Promise<void> {
  await resumeEach<ErasurePosition>(run, "erasures", (position) => eraseSome(run, position, records), {
    limit: MERCHANTS_MAX,
  });
}

/** Returns where it ended, or null when nothing is left. */
async function eraseSome(
  deps: Dependencies,
  start: ErasurePosition,
  standIns: readonly EraseRecords[],
): Promise<ErasurePosition | null> {
  let position = start;
  const shards = deps.shards.ofMerchant(start.merchantId).map(({ name: shard }) => shard);
  const cells = shards.filter((shard) => shard !== HOME);
  for (let chunks = 0; chunks < CHUNKS_MAX; chunks++) {
    const shard = deps.shards.named(position.place ?? HOME);
    const step = await STAGES[position.stage]({ deps, standIns, ...position, shard });
    if (step === "wait") return position;
    const next = step === "done" ? stageAfter(position, cells) : { ...position, after: step };
    if (next === null) return null;
    position = next;
  }
  return position;
}

/** Where the stage continues; `wait`: not before the next run of the sweep. */
type Step = RowPosition | "done" | "wait";

interface Chunk {
  deps: Dependencies;
  merchantId: string;
  shard: Shard;
  after: RowPosition;
  standIns: readonly EraseRecords[];
}

const STAGES: Record<ErasureStage, (chunk: Chunk) => Promise<Step>> = {
  access: endAccess,
  async account({ deps, merchantId }) {
    await eraseAccount(deps.shards.home, merchantId);
    await renewAccountCopies(deps, merchantId);
    return "done";
  },
  /** An attempt that is under way ends within the minute until the next run, which finds nothing left to end. */
  async deliveries({ deps, merchantId, shard }) {
    return (await endDeliveries(shard, merchantId, deps.clock(), CHUNK)) > 0 ? "wait" : "done";
  },
  cancelled: intentsWith("cancelled"),
  expired: intentsWith("expired"),
  completed: intentsWith("completed"),
  events: async ({ shard, merchantId, after }) => lastOf(await eraseEvents(shard, merchantId, after, CHUNK)),
  /** Until the identity provider has forgotten the merchant, the erasure is not complete. */
  async access_ended({ deps, merchantId }) {
    return (await hasProviderTasks(deps.db, merchantId)) ? "wait" : "done";
  },
  /** The last stage in a cell. */
  async audit_entries({ shard, merchantId, after }) {
    const step = lastOf(await eraseAuditEntries(shard, merchantId, after, CHUNK));
    if (step === "done" && shard.name !== HOME) await eraseLeftovers(shard, merchantId);
    return step;
  },
  async stand_ins({ deps, merchantId, after, standIns }) {
    for (const erase of standIns) {
      if ((await erase(deps.db, merchantId, CHUNK)) === CHUNK) return after;
    }
    return "done";
  },
  completion: complete,
};

function intentsWith(status: FinalStatus): (typeof STAGES)[ErasureStage] {
  return async ({ shard, merchantId, after }) =>
    lastOf(await eraseIntents(shard, merchantId, status, after, CHUNK));
}

function lastOf(erased: readonly RowPosition[]): Step {
  return (erased.length < CHUNK ? null : erased.at(-1)) ?? "done";
}

/** Removes its client and its users at the identity provider; a user who is another merchant's as well stays. */
async function endAccess({ deps, merchantId }: Chunk): Promise<Step> {
  const { db, identityProvider, clock } = deps;
  const now = clock();
  const users = await identityProvider.listUsers(merchantId);
  const own = users.filter(({ merchantIds }) => merchantIds.every((owner) => owner === merchantId));
  await insertTasks(db, [
    clientRemoval(`merchant-${merchantId}`, merchantId, now),
    ...own.map(({ id }) => newTask({ id, kind: "user_removal", merchantId, subject: id }, now)),
  ]);
  return "done";
}

async function complete({ deps, merchantId }: Chunk): Promise<Step> {
  await eraseLeftovers(deps.shards.home, merchantId);
  const event = { action: "merchant.erased", merchantId } as const;
  const isCompleted = await audited(deps, SYSTEM, event, (entry) =>
    completeErasure(deps.shards.home, merchantId, deps.clock(), entry),
  );
  if (isCompleted) log("info", "merchant_erased", { merchant_id: merchantId });
  return "done";
}
