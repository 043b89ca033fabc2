import type { Shard } from "#core/db/client.ts";
import { type SweepPosition, savePosition, startPosition } from "#core/db/operations/sweep-positions.ts";
import { pageOf } from "#core/db/paging.ts";
import {
  type DeliveryDetail,
  type DeliveryFilter,
  type DeliverySummary,
  findDeliveryDetail,
  listDeliveries,
  rearmDelivery,
  rearmFailed,
} from "#core/db/webhooks/delivery-log.ts";
import { listEndpointRows } from "#core/db/webhooks/endpoints.ts";
import {
  FEED_DELAY_MS,
  findLatePosition,
  listEventsAfter,
  type StoredEvent,
} from "#core/db/webhooks/event-feed.ts";
import { probeSooner, type WaitingPosition } from "#core/db/webhooks/probes.ts";
import {
  ALL_RECOVERED,
  beginRecovery,
  forgetRecovery,
  type Recovery,
  saveRecovery,
} from "#core/db/webhooks/recoveries.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { HOME } from "#core/domain/shards/cells.ts";
import { originOf, RELEASE_INTERVAL_MS, type WebhookEndpoint } from "#core/domain/webhooks/delivery.ts";
import { forEachLimited } from "#core/lib/for-each-limited.ts";
import { logFailure } from "#core/lib/log.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { renewAccountCopies } from "#core/services/merchants/account-copies.ts";
import { resumeEach, type SweepRun } from "#core/services/operations/resume-sweep.ts";
import type { Refusal } from "#core/services/refusal.ts";
import { compareTexts, highestIdFirst, readPage } from "#core/shards/merge-pages.ts";
import { isSpread } from "#core/shards/shards.ts";
import { probeIfDue, releaseMoved } from "#core/webhooks/circuit.ts";
import type { DeliveryTools } from "#core/webhooks/deliver.ts";
import { queueDue } from "#core/webhooks/message.ts";

/** How far back the list of missed events reaches. */
const CATCH_UP_MS = 30 * 24 * 60 * 60_000;
const RECOVERED_PER_QUERY = 500;
/** The most that one request sends again, and how many chunks it looks for; the sweep sends the rest. */
const RECOVERED_PER_REQUEST_MAX = 1_000;
const CHUNKS_PER_REQUEST = 10;
const SHARDS_PER_CHUNK = 64;

export function deliveryTools(deps: Dependencies, shard: Shard): DeliveryTools {
  const { config, clock, queues, webhookFetch: fetchFor } = deps;
  return { db: shard, config, clock, queue: queues.webhookRetries, random: Math.random, fetchFor };
}

/** Lists the newest first. */
export async function listWebhookDeliveries(
  deps: Dependencies,
  merchantId: string,
  filter: DeliveryFilter,
): Promise<{ deliveries: DeliverySummary[]; nextCursor: string | null }> {
  const { intentId, limit } = filter;
  const shards = intentId === null ? deps.shards.ofMerchant(merchantId) : deps.shards.of(intentId);
  const list = (shard: Shard) => listDeliveries(shard, merchantId, filter);
  const { rows: deliveries, next } = await readPage(shards, list, limit, highestIdFirst);
  return { deliveries, nextCursor: next?.id ?? null };
}

export async function findWebhookDelivery(
  deps: Dependencies,
  merchantId: string,
  eventId: string,
): Promise<Result<DeliveryDetail, Refusal>> {
  const shard = deps.shards.ofEvent(eventId);
  const delivery = shard && (await findDeliveryDetail(shard, merchantId, eventId));
  return delivery === null ? err("delivery_not_found") : ok(delivery);
}

/** Restarts the retry schedule with an attempt at once, under the same webhook-id. */
export async function redeliver(
  deps: Dependencies,
  merchantId: string,
  eventId: string,
): Promise<Result<DeliveryDetail, Refusal>> {
  const shard = deps.shards.ofEvent(eventId);
  const delivery = shard && (await findDeliveryDetail(shard, merchantId, eventId));
  if (shard === null || delivery === null) return err("delivery_not_found");
  if (delivery.payload === null) return err("webhook_body_deleted");
  if (delivery.hasEndpoint === 0) return err("no_webhook_target");
  const now = deps.clock();
  await rearmDelivery(shard, merchantId, eventId, now);
  await queueOrLog(deps, merchantId, [eventId], now);
  return await findWebhookDelivery(deps, merchantId, eventId);
}

/** Redelivers what has failed in that range, and returns how many deliveries that is; the sweep continues after a bound. */
export async function recoverDeliveries(
  deps: Dependencies,
  merchantId: string,
  range: { since: number; until: number },
): Promise<Result<number, Refusal>> {
  let recovery: Recovery = { merchantId, ...range, after: "" };
  const begunAt = deps.clock();
  const rest = { restedSince: begunAt - RELEASE_INTERVAL_MS, now: begunAt };
  if (!(await beginRecovery(deps.db, recovery, rest))) return err("recovery_in_progress");
  let recovered = 0;
  for (let chunks = 0; chunks < CHUNKS_PER_REQUEST; chunks++) {
    if (recovered >= RECOVERED_PER_REQUEST_MAX || recovery.after === ALL_RECOVERED) break;
    const chunk = await recoverChunk(deps, recovery);
    recovered += chunk.recovered;
    recovery = chunk.next;
  }
  if (recovered > 0 || recovery.after !== ALL_RECOVERED) await saveRecovery(deps.db, recovery, deps.clock());
  else await forgetRecovery(deps.db, merchantId);
  return ok(recovered);
}

async function recoverChunk(
  deps: Dependencies,
  recovery: Recovery,
): Promise<{ recovered: number; next: Recovery }> {
  const shards = deps.shards.ofMerchant(recovery.merchantId);
  const names = shards.map(({ name: shard }) => shard);
  // Each shard of a merchant that is spread has only some.
  const enough = isSpread(shards) ? RECOVERED_PER_QUERY : 1;
  let [recovered, next] = [0, recovery];
  for (let asked = 0; asked < SHARDS_PER_CHUNK; asked++) {
    if (recovered >= enough || next.after === ALL_RECOVERED) break;
    const { merchantId, place: shard = HOME } = next;
    const db = deps.shards.named(shard);
    const now = deps.clock();
    const eventIds = await rearmFailed(db, merchantId, next, now, RECOVERED_PER_QUERY);
    await queueOrLog(deps, merchantId, eventIds, now);
    recovered += eventIds.length;
    const last = eventIds.length < RECOVERED_PER_QUERY ? undefined : eventIds.at(-1);
    next = last === undefined ? inNextShard(names, next) : { ...next, after: last };
  }
  return { recovered, next };
}

function inNextShard(names: readonly string[], recovery: Recovery): Recovery {
  const newer = names[names.indexOf(recovery.place ?? HOME) - 1];
  return newer === undefined
    ? { ...recovery, after: ALL_RECOVERED }
    : { ...recovery, place: newer, after: "" };
}

/** Continues each recovery by one chunk a minute. It is kept for a minute after its last one. */
export async function sweepRecoveries(deps: SweepRun): Promise<void> {
  const run = async (from: Recovery) => {
    const { recovered, next } = await recoverChunk(deps, from);
    return recovered > 0 || next.after !== ALL_RECOVERED ? next : null;
  };
  await resumeEach<Recovery>(deps, "failed_deliveries", run, { restMs: RELEASE_INTERVAL_MS });
}

export interface EventPage {
  events: StoredEvent[];
  /** The `after` of the next page: the last event's id, or the same `after` as long as nothing follows it. */
  nextAfter: string | null;
  hasMore: boolean;
}

/** Lists the oldest first, for a receiver that has missed webhooks. */
export async function listMissedEvents(
  deps: Dependencies,
  merchantId: string,
  after: string | null,
  limit: number,
): Promise<EventPage> {
  const now = deps.clock();
  const range = { since: now - CATCH_UP_MS, until: now - FEED_DELAY_MS };
  const shards = deps.shards.ofMerchant(merchantId);
  // Only the event's own shard knows its position.
  const from = after === null || shards.length === 1 ? after : await positionOf(deps, merchantId, after);
  const list = async (shard: Shard) =>
    pageOf(await listEventsAfter(shard, merchantId, from, range, limit + 1), limit);
  const { rows: events, next } = await readPage(shards, list, limit, oldestFirst);
  return { events, nextAfter: events.at(-1)?.id ?? after, hasMore: next !== null };
}

function oldestFirst(one: StoredEvent, other: StoredEvent): number {
  return compareTexts(one.position, other.position);
}

async function positionOf(deps: Dependencies, merchantId: string, eventId: string): Promise<string> {
  const shard = deps.shards.ofEvent(eventId);
  return (shard && (await findLatePosition(shard, merchantId, eventId))) ?? eventId;
}

/**
 * A merchant has changed a URL. Deliveries that waited for another endpoint are due from now on, not with its next
 * probe; if they waited for this one, which the change may have repaired, it is probed.
 */
export async function releaseAfterUrlChange(
  deps: Dependencies,
  merchantId: string,
  url: string | null,
): Promise<void> {
  const orLog = (work: Promise<void>) =>
    logFailure("error", "webhook_release_failed", { merchant_id: merchantId }, work);
  // Cells find the URL in their copies of the account.
  await orLog(renewAccountCopies(deps, merchantId));
  const shards = deps.shards.ofMerchant(merchantId);
  const release = async (shard: Shard) => {
    // Nothing waits where none of its endpoints has failed.
    if (isSpread(shards) && (await listEndpointRows(shard, merchantId)).length === 0) return;
    await releaseIn(deps, shard, merchantId, url);
  };
  await forEachLimited(shards, (shard) => orLog(release(shard)));
}

async function releaseIn(
  deps: Dependencies,
  shard: Shard,
  merchantId: string,
  url: string | null,
): Promise<void> {
  const tools = deliveryTools(deps, shard);
  const next = await releaseMoved(tools, { merchantId, url: "", eventId: "" });
  if (next !== null) await savePosition(shard, movedFrom(next, deps.clock()));
  if (url === null) return;
  const endpoint = { merchantId, origin: originOf(url) };
  await probeSooner(shard, endpoint, deps.clock());
  await probeIfDue(tools, endpoint);
}

/** Releases deliveries that wait for one endpoint but now go elsewhere; the sweep releases the merchant's others. */
export async function releaseMovedFrom(
  deps: Dependencies,
  shard: Shard,
  { merchantId, origin }: WebhookEndpoint,
): Promise<void> {
  const next = await releaseMoved(deliveryTools(deps, shard), { merchantId, url: origin, eventId: "" });
  if (next !== null) await startPosition(shard, movedFrom(next, deps.clock()));
}

/** Continues the release of each merchant's moved deliveries by one chunk. */
export async function sweepMovedDeliveries(deps: SweepRun): Promise<void> {
  const tools = deliveryTools(deps, deps.shard);
  await resumeEach<WaitingPosition>(deps, "moved_deliveries", (from) => releaseMoved(tools, from));
}

function movedFrom(position: WaitingPosition, updatedAt: number): SweepPosition<WaitingPosition> {
  return { part: "moved_deliveries", key: position.merchantId, position, updatedAt };
}

/** The rows are already due: if the queue fails, the sweep finds them. */
async function queueOrLog(
  deps: Dependencies,
  merchantId: string,
  eventIds: string[],
  dueAt: number,
): Promise<void> {
  const deliveries = eventIds.map((eventId) => ({ merchantId, eventId }));
  const queued = queueDue(deps.queues.webhookRetries, deliveries, dueAt);
  await logFailure("error", "queue_send_failed", { merchant_id: merchantId }, queued);
}
