// Tells a customer's browsers of requests for approval, by push, also while the wallet is closed. Without the service's own keys
// nothing is pushed.
import {
  countSubscriptions,
  deleteSubscription,
  findSubscription,
  listEndpointHashes,
  storeSubscription,
} from "../../db/wallet/push-subscriptions.ts";
import type { WalletEventMessage } from "../../domain/ports/wallet.ts";
import { type PushSubscription, subscriptionPurpose } from "../../domain/push.ts";
import { err, ok, type Result } from "../../domain/result.ts";
import { toBase64Url } from "../../lib/base64url.ts";
import { log } from "../../lib/log.ts";
import { open, seal } from "../../lib/seal.ts";
import { hashSecret, sha256 } from "../../lib/secrets.ts";
import { utf8 } from "../../lib/utf8.ts";
import { sendingFault } from "../../webhooks/sendable.ts";
import { approvalPush } from "../../wire/wallet/cloud-events.ts";
import type { Dependencies } from "../dependencies.ts";

/** With the queue's delays that is within half a minute; afterwards, the customer is no longer at the counter. */
const ATTEMPTS_MAX = 3;
/** A topic has at most 32 characters (RFC 8030 §5.4). */
const TOPIC_BYTES = 24;

export interface PushState {
  publicKey: string | null;
  subscriptions: number;
}

export async function readPushState(
  { config, db, clock }: Dependencies,
  walletId: string,
): Promise<PushState> {
  return {
    publicKey: config.push?.publicKey ?? null,
    subscriptions: await countSubscriptions(db, walletId, clock()),
  };
}

/** Safe to repeat. It ends with the session, if there is one. */
export async function subscribePush(
  { config, db, clock }: Dependencies,
  walletId: string,
  subscription: PushSubscription,
  sessionIdHash: string | null,
): Promise<Result<null, "push_not_configured">> {
  if (config.push === null) return err("push_not_configured");
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

/** Call once per event. Each browser has a message of its own, so that one that fails is tried again alone. */
export async function queuePushes(
  { push, db, queues, clock }: Dependencies,
  message: WalletEventMessage,
): Promise<void> {
  if (push === null || approvalPush(message) === null) return;
  const hashes = await listEndpointHashes(db, message.walletId, clock());
  if (hashes.length > 0)
    await queues.walletEvents.sendBatch(hashes.map((pushTo) => ({ body: { ...message, pushTo } })));
}

/** Throws when it is to be tried again. */
export async function sendPush(
  deps: Dependencies,
  message: WalletEventMessage,
  endpointHash: string,
  attempts: number,
): Promise<void> {
  try {
    await trySendPush(deps, message, endpointHash);
  } catch (error) {
    if (attempts < ATTEMPTS_MAX) throw error;
    log("warn", "push_failed", { event_id: message.id, error });
  }
}

async function trySendPush(
  { push, config, db, clock }: Dependencies,
  message: WalletEventMessage,
  endpointHash: string,
): Promise<void> {
  const approval = approvalPush(message);
  if (push === null || approval === null) return;
  const now = clock();
  const ttlSeconds = Math.floor((approval.expiresAt - now) / 1000);
  if (ttlSeconds <= 0) return;
  const sealed = await findSubscription(db, message.walletId, endpointHash, now);
  if (sealed === null) return;
  const text = await open(sealed, subscriptionPurpose(endpointHash), config.masterKeys);
  const subscription: PushSubscription = JSON.parse(text);
  const fault = await sendingFault(subscription.endpoint, config.webhooks);
  if (fault !== null && !fault.countsAgainstEndpoint) throw new Error(fault.text);
  const topic = toBase64Url((await sha256(utf8(approval.topic))).subarray(0, TOPIC_BYTES));
  const pushed = { topic, body: approval.body, ttlSeconds };
  const outcome = fault === null ? await push.send(subscription, pushed) : "gone";
  if (outcome === "gone") await deleteSubscription(db, message.walletId, endpointHash);
}
