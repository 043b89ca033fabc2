// Tells a customer's browsers of requests for approval, refunds and top-ups, by push, also while the wallet is closed. Without the service's own keys
// nothing is pushed.

import type { PushDrop } from "#core/domain/operations/metrics.ts";
import type { PushMessage, WalletEventMessage } from "#core/domain/ports/wallet.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { toBase64Url } from "#core/lib/base64url.ts";
import { log, logFailure } from "#core/lib/log.ts";
import { open, seal } from "#core/lib/seal.ts";
import { hashSecret, sha256 } from "#core/lib/secrets.ts";
import { utf8 } from "#core/lib/utf8.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { countDroppedPushes } from "../db/dropped-pushes.ts";
import {
  deleteSubscription,
  findSubscription,
  listEndpointHashes,
  storeSubscription,
} from "../db/push-subscriptions.ts";
import { type PushSubscription, subscriptionPurpose } from "../domain/push.ts";
import type { Push } from "../domain/push-service.ts";
import { isAtPushService } from "../lib/push-services.ts";
import { customerPush } from "../wire/customer-push.ts";

declare global {
  interface PartRateLimits {
    pushes: true;
  }
}

/** With their delays that is within half a minute; afterwards, the customer is no longer at the counter. */
const ATTEMPTS_MAX = 3;
const RETRY_DELAY_SECONDS = 10;
/** A topic has at most 32 characters (RFC 8030 §5.4). */
const TOPIC_BYTES = 24;

export async function readPushState({ config, db, clock }: Dependencies, walletId: string) {
  const hashes = await listEndpointHashes(db, walletId, clock());
  return { publicKey: config.push?.publicKey ?? null, subscriptions: hashes.length };
}

/** Safe to repeat. It ends with the session, if there is one. */
export async function subscribePush(
  { config, db, clock }: Dependencies,
  walletId: string,
  subscription: PushSubscription,
  sessionIdHash: string | null,
): Promise<Result<null, "push_not_configured" | "push_service_unknown">> {
  if (config.push === null) return err("push_not_configured");
  if (!isAtPushService(subscription.endpoint, config.push.services, config.webhooks.allowPrivate))
    return err("push_service_unknown");
  const endpointHash = await hashSecret(subscription.endpoint);
  const purpose = subscriptionPurpose(endpointHash);
  const sealed = await seal(JSON.stringify(subscription), purpose, config.masterKeys);
  const row = { endpointHash, walletId, subscription: sealed, createdAt: clock(), sessionIdHash };
  await storeSubscription(db, row);
  return ok(null);
}

/** Safe to repeat. */
export async function unsubscribePush(
  { db }: Dependencies,
  walletId: string,
  endpoint: string,
): Promise<void> {
  await deleteSubscription(db, walletId, await hashSecret(endpoint));
}

/** Call once per event. Never rejects. */
export async function tellBrowsers(deps: Dependencies, message: WalletEventMessage): Promise<void> {
  await logFailure("warn", "pushes_not_queued", { event_id: message.id }, queuePushes(deps, message));
}

/** Each browser has a message of its own, so that one that fails is tried again alone. */
async function queuePushes(
  { push, db, pushQueue, walletParts, clock }: Dependencies,
  message: WalletEventMessage,
): Promise<void> {
  if (push === null || customerPush(message, walletParts) === null) return;
  const hashes = await listEndpointHashes(db, message.walletId, clock());
  if (hashes.length > 0)
    await pushQueue.sendBatch(hashes.map((pushTo) => ({ body: { ...message, pushTo, attempt: 1 } })));
}

interface Prepared {
  message: PushMessage;
  subscription: PushSubscription;
  pushed: Push;
}

/** The push to send; why it is dropped; or null when it is too late. Rejects only when D1 fails, and then it is repeated. */
export async function preparePush(
  { config, db, walletParts, clock, rateLimits }: Dependencies,
  message: PushMessage,
): Promise<Prepared | PushDrop | null> {
  const { walletId, pushTo } = message;
  const told = customerPush(message, walletParts);
  if (config.push === null || told === null) return null;
  const now = clock();
  const ttlSeconds = Math.floor((told.expiresAt - now) / 1000);
  if (ttlSeconds <= 0) return null;
  if (!(await rateLimits.allow("pushes", `${told.asker} ${walletId}`))) return "limit";
  const sealed = await findSubscription(db, walletId, pushTo, now);
  if (sealed === null) return null;
  const text = await open(sealed, subscriptionPurpose(pushTo), config.masterKeys);
  const subscription: PushSubscription = JSON.parse(text);
  if (!isAtPushService(subscription.endpoint, config.push.services, config.webhooks.allowPrivate))
    return "unknown_service";
  const topic = toBase64Url((await sha256(utf8(told.topic))).subarray(0, TOPIC_BYTES));
  return { message, subscription, pushed: { topic, body: told.body, isUrgent: told.isUrgent, ttlSeconds } };
}

/** Sends what is prepared, and counts what is dropped. Never throws. */
export async function sendPushes(
  deps: Dependencies,
  prepared: readonly ReturnType<typeof preparePush>[],
): Promise<void> {
  const sent = prepared.map(async (preparing) => {
    const push = await preparing.catch(() => null);
    return push === null || typeof push === "string" ? push : await sendPush(deps, push);
  });
  const dropped = (await Promise.all(sent)).filter((drop) => drop !== null);
  const counting = countDroppedPushes(deps.db, dropped, deps.clock());
  await logFailure("warn", "dropped_pushes_not_counted", {}, counting);
}

/** Returns why it was dropped, if it was. A service that times out may have it, and gets it once. */
async function sendPush(
  { push, db, pushQueue }: Dependencies,
  { message, subscription, pushed }: Prepared,
): Promise<PushDrop | null> {
  try {
    const outcome = await push?.send(subscription, pushed);
    if (outcome === "circuit_open") return outcome;
    if (outcome === "gone") await deleteSubscription(db, message.walletId, message.pushTo);
    if (outcome === "timed_out") log("warn", "push_failed", { event_id: message.id, error: outcome });
  } catch (error) {
    const { attempt } = message;
    if (attempt >= ATTEMPTS_MAX) log("warn", "push_failed", { event_id: message.id, error });
    else {
      const delaySeconds = RETRY_DELAY_SECONDS * attempt;
      const queued = pushQueue.send({ ...message, attempt: attempt + 1 }, { delaySeconds });
      await logFailure("warn", "pushes_not_queued", { event_id: message.id }, queued);
    }
  }
  return null;
}
