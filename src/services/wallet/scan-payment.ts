// Reverse QR: a counter has scanned the customer's code, and the customer is asked to approve.

import { v7 as newEventId } from "uuid";
import { findCounter } from "../../db/counters/counters.ts";
import { findMerchant } from "../../db/merchants/merchants.ts";
import { insertApproval } from "../../db/payment-intents/new-payment-intent.ts";
import type { Block } from "../../db/wallet/blocked-merchants.ts";
import { markBusEventSent } from "../../db/wallet/bus.ts";
import { readScanChecks, type ScanChecks } from "../../db/wallet/scan-checks.ts";
import type { IntentEvent } from "../../domain/events.ts";
import { isSuspended } from "../../domain/merchant.ts";
import { type NewPaymentIntent, newPaymentIntent, type PaymentIntent } from "../../domain/payment-intent.ts";
import { placedId } from "../../domain/placed-id.ts";
import { coolDownEndsAt, REJECTIONS_REMEMBERED_MS } from "../../domain/rejections.ts";
import { err, ok, type Result } from "../../domain/result.ts";
import { log } from "../../lib/log.ts";
import { approvalEvent } from "../../wire/wallet/cloud-events.ts";
import { webhookPayload } from "../../wire/webhooks/webhook-payload.ts";
import type { MerchantCaller } from "../caller.ts";
import type { Dependencies } from "../dependencies.ts";
import { fingerprintsOf } from "../payment-intents/fingerprint.ts";
import { type IntentIds, intentIdsFor } from "../payment-intents/idempotency.ts";
import { type Created, findReplay, type IntentInput } from "../payment-intents/payment-intents.ts";
import type { Refusal } from "../refusal.ts";
import { readScannedCode, type ScanToken } from "./scan-token.ts";

type Scan = IntentInput & { counterId: string };
export type ScanInput = Scan & { walletId: string };

/** `scanCode` is what the customer's QR code carries. */
export async function scanCustomerCode(
  deps: Dependencies,
  caller: MerchantCaller,
  { scanCode, ...scan }: Scan & { scanCode: string },
  idempotencyKey: string | null,
): Promise<Result<Created, Refusal>> {
  if (caller.counterId !== null && caller.counterId !== scan.counterId) return err("foreign_counter");
  const scanned = await readScannedCode(deps, scanCode);
  if (!scanned.ok) return scanned;
  const { walletId, token } = scanned.value;
  return await scanPayment(deps, caller, { ...scan, walletId }, idempotencyKey, token);
}

/** Stores the intent and its event together, then queues the event; if that fails, the sweep does it. */
export async function scanPayment(
  deps: Dependencies,
  caller: MerchantCaller,
  input: ScanInput,
  idempotencyKey: string | null,
  token: ScanToken | null = null,
): Promise<Result<Created, Refusal>> {
  const fingerprints = idempotencyKey === null ? [] : await fingerprintsOf("scan", input);
  const secret = deps.config.idempotencyKeySecret;
  // Requests for approval are at home, where the wallets' rows are.
  const ids = await intentIdsFor(caller, "scan", idempotencyKey, { secret, cells: [], now: deps.clock() });
  // Looked up first: a replay succeeds whatever has happened to the counter, token or ledger since. An intent of an
  // earlier release is looked for by the insertion, at no extra cost for a new request.
  const replay = await findReplay(deps, { ...ids, otherIds: [] }, fingerprints, input);
  if (replay !== null) {
    const isStopped = isSuspended(await findMerchant(deps.db, caller.merchantId));
    return isStopped ? err("merchant_suspended") : replay;
  }
  const request = { ...ids, token, fingerprint: fingerprints.at(-1) ?? null };
  const scanned = await requestApproval(deps, caller, input, request);
  if (scanned.ok || scanned.error === "merchant_suspended") return scanned;
  return (await findReplay(deps, ids, fingerprints, input)) ?? scanned;
}

type ApprovalRequest = IntentIds & { token: ScanToken | null; fingerprint: string | null };

async function requestApproval(
  deps: Dependencies,
  caller: MerchantCaller,
  input: ScanInput,
  { id, otherIds, token, fingerprint }: ApprovalRequest,
): Promise<Result<Created, Refusal>> {
  const pair = { walletId: input.walletId, merchantId: caller.merchantId };
  const [wallet, checks, merchant] = await Promise.all([
    deps.ledger.findBalances(input.walletId),
    readScanChecks(deps.db, pair, deps.clock() - REJECTIONS_REMEMBERED_MS),
    findMerchant(deps.db, caller.merchantId),
  ]);
  if (isSuspended(merchant)) return err("merchant_suspended");
  if (merchant?.status !== "active") return err("merchant_not_active");
  const staleness = whyNotAccepted(deps, token);
  if (staleness !== null) return err(staleness);
  if (wallet === null) return err("unknown_scan_token");
  const allowed = requireAllowed(checks, deps.clock());
  if (!allowed.ok) return allowed;
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
  const newEvent = {
    ...event,
    id: placedId(newEventId({ msecs: intent.createdAt }), intent, 0),
    actor: caller.cause.person ?? caller.cause.actor,
    requestId: caller.cause.requestId,
    payload: webhookPayload(event satisfies IntentEvent, intent),
  };
  const use = { ...pair, tokenId: token?.id ?? null };
  const { stored, isTokenUsable } = await insertApproval(
    deps.places.home,
    { ...intent, otherIds },
    newEvent,
    use,
  );
  if (!isTokenUsable) return err("scan_token_used");
  if (stored === null) return err(await whyNotScanned(deps, pair, input.counterId));
  caller.defer(announce(deps, stored.intent, newEvent.id, stored.isWebhookDue));
  return ok({ intent: stored.intent, isReplay: false });
}

/** Null for a token that has not expired, and for a wallet id where those are accepted. */
function whyNotAccepted({ config, clock }: Dependencies, token: ScanToken | null): Refusal | null {
  if (token === null) return config.acceptsWalletIds ? null : "unknown_scan_token";
  return clock() < token.expiresAt ? null : "scan_token_expired";
}

function requireAllowed(
  { isMerchant, isBlocked, rejections }: ScanChecks,
  now: number,
): Result<null, Refusal> {
  // Merchants have ledger accounts as well, but there is no customer to approve the payment. A merchant must not learn
  // that it is blocked, so it gets the response to an unknown code.
  if (isMerchant || isBlocked) return err("unknown_scan_token");
  const endsAt = coolDownEndsAt(rejections, now);
  return endsAt === null ? ok(null) : { ...err("too_many_rejections"), retryAfterMs: endsAt - now };
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
    createdBy: caller.cause.person ?? null,
    targetWalletId: walletId,
    status: "pending_approval",
    expiresAt: createdAt + expiresInSeconds * 1000,
    createdAt,
    eventSequence: 1,
  };
  return newPaymentIntent(intent, merchantName);
}

async function whyNotScanned(deps: Dependencies, pair: Block, counterId: string): Promise<Refusal> {
  if (isSuspended(await findMerchant(deps.db, pair.merchantId))) return "merchant_suspended";
  const [counter, { isBlocked }] = await Promise.all([
    findCounter(deps.db, pair.merchantId, counterId),
    readScanChecks(deps.db, pair, deps.clock()),
  ]);
  if (isBlocked) return "unknown_scan_token";
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
    const request = approvalEvent("payment.approval_requested", intent, intent.targetWalletId, origin);
    await deps.queues.walletEvents.send(request);
  }
  await markBusEventSent(deps.places.home, intent.merchantId, eventId);
}
