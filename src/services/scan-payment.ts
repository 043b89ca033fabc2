// Reverse QR: a counter has scanned the customer's code, and the customer is asked to approve.

import { v7 as newEventId } from "uuid";
import { markBusEventSent } from "../db/bus.ts";
import { findCounter } from "../db/counters.ts";
import { findMerchant } from "../db/merchants.ts";
import { insertIntentWithEvent } from "../db/new-payment-intent.ts";
import type { IntentEvent } from "../domain/events.ts";
import { isSuspended } from "../domain/merchant.ts";
import { type NewPaymentIntent, newPaymentIntent, type PaymentIntent } from "../domain/payment-intent.ts";
import { err, ok, type Result } from "../domain/result.ts";
import { log } from "../lib/log.ts";
import { approvalRequested } from "../wire/cloud-events.ts";
import { webhookPayload } from "../wire/webhook-payload.ts";
import type { MerchantCaller } from "./caller.ts";
import type { Dependencies } from "./dependencies.ts";
import { fingerprintsOf } from "./fingerprint.ts";
import { type IntentIds, intentIdsFor } from "./idempotency.ts";
import { type Created, findReplay, type IntentInput } from "./payment-intents.ts";
import type { Refusal } from "./refusal.ts";

export type ScanInput = IntentInput & { walletId: string; counterId: string };

/** Stores the intent and its event together, then queues the event; if that fails, the sweep does it. */
export async function scanPayment(
  deps: Dependencies,
  caller: MerchantCaller,
  input: ScanInput,
  idempotencyKey: string | null,
): Promise<Result<Created, Refusal>> {
  const fingerprints = idempotencyKey === null ? [] : await fingerprintsOf("scan", input);
  const secret = deps.config.idempotencyKeySecret;
  const ids = await intentIdsFor(caller, "scan", idempotencyKey, { secret, now: deps.clock() });
  // Looked up first: a replay succeeds whatever has happened to the counter or ledger since. The insertion looks
  // for an intent of an earlier release, so that it costs a new request nothing.
  const replay = await findReplay(deps, { ...ids, earlierId: null }, fingerprints);
  if (replay !== null) {
    const isStopped = isSuspended(await findMerchant(deps.db, caller.merchantId));
    return isStopped ? err("merchant_suspended") : replay;
  }
  const scanned = await requestApproval(deps, caller, input, ids, fingerprints.at(-1) ?? null);
  if (scanned.ok || scanned.error === "merchant_suspended") return scanned;
  return (await findReplay(deps, ids, fingerprints)) ?? scanned;
}

async function requestApproval(
  deps: Dependencies,
  caller: MerchantCaller,
  input: ScanInput,
  { id, earlierId }: IntentIds,
  fingerprint: string | null,
): Promise<Result<Created, Refusal>> {
  const [wallet, merchantWithThatId, merchant] = await Promise.all([
    deps.ledger.findBalances(input.walletId),
    findMerchant(deps.db, input.walletId),
    findMerchant(deps.db, caller.merchantId),
  ]);
  if (isSuspended(merchant)) return err("merchant_suspended");
  if (merchant?.status !== "active") return err("merchant_not_active");
  // Merchants have ledger accounts as well, but there is no customer to approve the payment.
  if (wallet === null || merchantWithThatId !== null) return err("unknown_scan_token");
  const intent = scannedIntent(deps, caller, merchant.businessName, {
    ...input,
    id,
    fingerprint,
  });
  const event = {
    type: "payment.approval_requested",
    sequence: 1,
    occurredAt: intent.createdAt,
    reason: null,
  } as const;
  const eventId = newEventId({ msecs: intent.createdAt });
  const stored = await insertIntentWithEvent(
    deps.db,
    { ...intent, earlierId },
    {
      ...event,
      id: eventId,
      actor: caller.cause.actor,
      requestId: caller.cause.requestId,
      payload: webhookPayload(event satisfies IntentEvent, intent),
    },
  );
  if (stored === null) return err(await whyNotScanned(deps, caller, input.counterId));
  caller.defer(announce(deps, stored.intent, eventId, stored.isWebhookDue));
  return ok({ intent: stored.intent, isReplay: false });
}

function scannedIntent(
  deps: Dependencies,
  caller: MerchantCaller,
  merchantName: string,
  { walletId, expiresInSeconds, ...given }: ScanInput & { id: string; fingerprint: string | null },
): PaymentIntent {
  const createdAt = deps.clock();
  const intent: NewPaymentIntent = {
    ...given,
    merchantId: caller.merchantId,
    targetWalletId: walletId,
    status: "pending_approval",
    expiresAt: createdAt + expiresInSeconds * 1000,
    createdAt,
    eventSequence: 1,
  };
  return newPaymentIntent(intent, merchantName);
}

async function whyNotScanned(
  deps: Dependencies,
  caller: MerchantCaller,
  counterId: string,
): Promise<Refusal> {
  if (isSuspended(await findMerchant(deps.db, caller.merchantId))) return "merchant_suspended";
  const counter = await findCounter(deps.db, caller.merchantId, counterId);
  return counter?.status === "active" ? "too_many_approvals" : "unknown_counter";
}

/** If this fails, the sweep repeats it: D1 knows what is due. */
async function announce(
  deps: Dependencies,
  intent: PaymentIntent,
  eventId: string,
  isWebhookDue: boolean,
): Promise<void> {
  try {
    const { merchantId, createdAt: firstDueAt } = intent;
    if (isWebhookDue) await deps.queues.webhooks.send({ merchantId, eventId, firstDueAt });
    await sendApprovalRequest(deps, intent, eventId, intent.createdAt);
  } catch (error) {
    log("error", "queue_send_failed", { intent_id: intent.id, error });
  }
}

/** Puts the request on the message bus, unless it can no longer be approved, and marks it as sent. */
export async function sendApprovalRequest(
  deps: Dependencies,
  intent: PaymentIntent,
  eventId: string,
  occurredAt: number,
): Promise<void> {
  const { publicUrl } = deps.config;
  const isOpen = intent.status === "pending_approval" && deps.clock() < intent.expiresAt;
  if (isOpen && intent.targetWalletId !== null) {
    const origin = { eventId, occurredAt, publicUrl };
    await deps.queues.walletEvents.send(approvalRequested(intent, intent.targetWalletId, origin));
  }
  await markBusEventSent(deps.db, intent.merchantId, eventId);
}
