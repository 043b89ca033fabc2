import { findMerchant } from "#core/db/merchants/merchants.ts";
import type { ListPosition, Page } from "#core/db/paging.ts";
import { listIntents } from "#core/db/payment-intents/intent-list.ts";
import type { IntentFilter } from "#core/db/payment-intents/intent-search.ts";
import { createIntent } from "#core/db/payment-intents/new-payment-intent.ts";
import { listEventsOf } from "#core/db/webhooks/intent-events.ts";
import type { Actor } from "#core/domain/audit/actor.ts";
import { isErased, isSuspended, type Merchant } from "#core/domain/merchants/merchant.ts";
import type { IntentRefusal } from "#core/domain/payment-intents/commands.ts";
import type { HistoryEvent } from "#core/domain/payment-intents/events.ts";
import {
  type DrawnIntent,
  type InsertedIntent,
  type IntentToInsert,
  isPastDeadline,
  type NewPaymentIntent,
  type PaymentIntent,
  type RefundTexts,
} from "#core/domain/payment-intents/payment-intent.ts";
import { mayReturnTo } from "#core/domain/payment-intents/return-url.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { log } from "#core/lib/log.ts";
import { readAhead } from "#core/lib/read-ahead.ts";
import type { MerchantActor, UncheckedActor } from "#core/services/actor.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { keyReused, type Refusal } from "#core/services/refusal.ts";
import { findFirst } from "#core/shards/shards.ts";
import { differencesFrom, type KeyedRequest, keyedRequest } from "./fingerprint.ts";
import { intentIdFor, refundKeyFor } from "./idempotency.ts";

export type IntentInput = Pick<
  NewPaymentIntent,
  | "amountMinor"
  | "currency"
  | "description"
  | "reference"
  | "metadataJson"
  | "callbackUrl"
  | "callbackEventsJson"
  | "returnUrl"
> & { expiresInSeconds: number };

/** The result of a create or scan: the intent as it now stands, and whether an earlier request made it. */
export interface Created {
  intent: PaymentIntent;
  isReplay: boolean;
}

export async function createPaymentIntent(
  deps: Dependencies,
  caller: MerchantActor,
  input: IntentInput & { counterId: string | null },
  idempotencyKey: string | null,
): Promise<Result<Created, Refusal>> {
  const isForeign =
    caller.counterId !== null && input.counterId !== null && caller.counterId !== input.counterId;
  if (isForeign) return err("foreign_counter");
  const { expiresInSeconds, ...given } = input;
  const counterId = caller.counterId ?? input.counterId;
  const createdAt = deps.clock();
  const { idempotencyKeySecret: secret, cells } = deps.config;
  const id = await intentIdFor(caller, "create", idempotencyKey, { secret, cells, now: createdAt });
  const keyed = idempotencyKey === null ? null : await keyedRequest("create", { ...input, counterId });
  const inserted = await insertNew(deps, {
    ...given,
    id,
    merchantId: caller.merchantId,
    counterId,
    createdBy: caller.actor.person ?? null,
    targetWalletId: null,
    status: "pending",
    expiresAt: createdAt + expiresInSeconds * 1000,
    createdAt,
    eventSequence: 0,
    fingerprint: keyed?.fingerprint ?? null,
  });
  if (inserted !== null) return ok({ intent: inserted.intent, isReplay: false });
  const replaying = readAhead(findReplay(deps, id, keyed));
  // This is the merchant as the insertion has seen it.
  const merchant = await findFirst(deps.shards.of(id), (shard) => findMerchant(shard, caller.merchantId));
  if (isSuspended(merchant)) return err("merchant_suspended");
  return (await replaying) ?? err(whyNotCreated(merchant, caller, { ...input, counterId }));
}

/**
 * Only a row: the intent's object is created by its first call. But an id that may be in several shards is looked for in all
 * of them, which only its object may do: two Workers could each find nothing, and insert it in two shards.
 */
export async function insertNew(deps: Dependencies, intent: IntentToInsert): Promise<InsertedIntent | null> {
  const [shard, ...others] = deps.shards.of(intent.id);
  if (shard === undefined) throw new Error("a new id leads nowhere");
  return others.length > 0
    ? await deps.intents.create(intent)
    : await createIntent(deps.shards, shard, intent);
}

/** The intent that an earlier request made under the same key; null when there was none, or without a key. */
export async function findReplay(
  deps: Dependencies,
  intentId: string,
  keyed: KeyedRequest | null,
): Promise<Result<Created, Refusal> | null> {
  const intent = keyed === null ? null : await deps.intents.find(intentId);
  if (keyed === null || intent === null) return null;
  if (intent.fingerprint === keyed.fingerprint) return ok({ intent, isReplay: true });
  return keyReused(`payment intent ${intent.id}`, differencesFrom(intent, keyed));
}

function whyNotCreated(
  merchant: Merchant | null,
  caller: MerchantActor,
  { counterId, returnUrl }: Pick<NewPaymentIntent, "counterId" | "returnUrl">,
): Refusal {
  if (merchant?.status !== "active") return "merchant_not_active";
  if (!mayReturnTo(merchant, returnUrl)) return "unlisted_return_scheme";
  if (counterId === null) throw new Error("the intent was not inserted");
  return caller.counterId === null ? "unknown_counter" : "counter_not_active";
}

/**
 * Lists the newest first. Intents that are still open past their deadline are read from their objects, so that the list shows
 * their current status. Those that no longer match the filter are left out, which makes the page shorter. Null for a
 * page by number that begins beyond what a combination of filters looks through.
 */
export async function listPaymentIntents(
  deps: Dependencies,
  merchantId: string,
  filter: IntentFilter,
  position: ListPosition,
): Promise<Page<PaymentIntent> | null> {
  const now = deps.clock();
  const found = await listIntents(deps.shards.ofMerchant(merchantId), merchantId, filter, position, now);
  if (found === null) return null;
  const isLate = (row: PaymentIntent) => isPastDeadline(row, now);
  const current = found.rows.some(isLate)
    ? await Promise.all(found.rows.map((row) => (isLate(row) ? currentOr(deps, row) : row)))
    : found.rows;
  const rows = current.filter((intent) => filter.status === null || intent.status === filter.status);
  return { rows, next: found.next };
}

/** The row itself when its object fails: one intent must not fail the whole page. */
async function currentOr(deps: Dependencies, row: PaymentIntent): Promise<PaymentIntent> {
  try {
    return (await deps.intents.find(row.id)) ?? row;
  } catch (error) {
    log("error", "list_intent_failed", { intent_id: row.id, error });
    return row;
  }
}

/** Returns null for an unknown intent, and for another merchant's. */
export async function findPaymentIntent(
  deps: Dependencies,
  merchantId: string,
  intentId: string,
  isDrawn = false,
): Promise<DrawnIntent | null> {
  const intent = await deps.intents.find(intentId, isDrawn);
  return intent?.merchantId === merchantId ? intent : null;
}

/** A counter ends only what it has created. */
export async function cancelPaymentIntent(
  deps: Dependencies,
  { merchantId, counterId, actor, check }: UncheckedActor,
  intentId: string,
): Promise<Result<PaymentIntent, IntentRefusal>> {
  return await deps.intents.execute(intentId, { type: "cancel", merchantId, counterId }, actor, check);
}

/** Takes back a request for approval; one that has been rejected stays so. */
export async function withdrawPaymentIntent(
  deps: Dependencies,
  { merchantId, counterId, actor, check }: UncheckedActor,
  intentId: string,
): Promise<Result<PaymentIntent, Refusal | IntentRefusal>> {
  const command = { type: "withdraw", merchantId, counterId } as const;
  const withdrawn = await deps.intents.execute(intentId, command, actor, check);
  // Objects return only refusals that Workers of every release know.
  return !withdrawn.ok && withdrawn.error === "not_pending"
    ? { ...withdrawn, error: "not_awaiting_approval" }
    : withdrawn;
}

/** Waits for the ledger's first response: accepted, refused, or unknown and settled later. A counter refunds only its own. */
export async function refundPaymentIntent(
  deps: Dependencies,
  { merchantId, counterId, actor, check }: UncheckedActor,
  intentId: string,
  { idempotencyKey, texts }: { idempotencyKey: string | null; texts: RefundTexts },
): Promise<Result<PaymentIntent, IntentRefusal>> {
  const key = await refundKeyFor(actor, intentId, idempotencyKey, texts);
  const command = { type: "refund", merchantId, counterId, key, texts } as const;
  const refunded = await deps.intents.execute(intentId, command, actor, check);
  const isReused = !refunded.ok && refunded.error === "idempotency_key_reused";
  return isReused ? keyReused(`a refund of payment intent ${intentId}`, []) : refunded;
}

/** A closed merchant gets no tokens: an administrator refunds in its place, and says why. */
export async function refundForClosedMerchant(
  deps: Dependencies,
  actor: Actor & { reason: string },
  intentId: string,
  idempotencyKey: string | null,
): Promise<Result<PaymentIntent, IntentRefusal | Refusal>> {
  const intent = await deps.intents.find(intentId);
  if (intent === null) return err("not_found");
  const { merchantId } = intent;
  const merchant = await findMerchant(deps.db, merchantId);
  if (merchant?.status !== "closed") return err("merchant_not_closed");
  if (isErased(merchant)) return err("merchant_erased");
  const key = await refundKeyFor(actor, intentId, idempotencyKey);
  const stop = merchant.refundsStoppedAt === null ? {} : ({ isStopped: true } as const);
  return await deps.intents.execute(intentId, { type: "refund", merchantId, key, ...stop }, actor);
}

export interface IntentHistory {
  /** The dashboard user who created the intent, by subject, or what a part names as its maker; null when a client did. */
  createdBy: string | null;
  /** They are in order. */
  events: HistoryEvent[];
}

/** Who created an intent, and what happened to it; null when the merchant has no such intent. */
export async function listIntentHistory(
  deps: Dependencies,
  merchantId: string,
  intentId: string,
): Promise<IntentHistory | null> {
  const intent = await findPaymentIntent(deps, merchantId, intentId);
  if (intent === null) return null;
  const events = await findFirst(deps.shards.of(intentId), async (shard) => {
    const found = await listEventsOf(shard, intent);
    return found.length > 0 ? found : null;
  });
  return { createdBy: intent.createdBy, events: events ?? [] };
}
