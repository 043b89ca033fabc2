// Reverse QR: a counter has scanned the customer's code, and the customer is asked to approve.

import { v7 as newEventId } from "uuid";
import type { Shard } from "#core/db/client.ts";
import { findCounter } from "#core/db/counters/counters.ts";
import { findMerchant } from "#core/db/merchants/merchants.ts";
import { countOpenApprovals, insertApproval } from "#core/db/payment-intents/new-payment-intent.ts";
import { findIntent } from "#core/db/payment-intents/payment-intents.ts";
import type { Block } from "#core/db/wallet/blocked-merchants.ts";
import { readScanChecks, type ScanChecks } from "#core/db/wallet/scan-checks.ts";
import { readBlock } from "#core/db/wallet/wallet-blocks.ts";
import { noteRequest, readAsked, useToken } from "#core/db/wallet/wallet-shards.ts";
import type { Actor } from "#core/domain/audit/actor.ts";
import { isSuspended, type Merchant } from "#core/domain/merchants/merchant.ts";
import type { IntentEvent } from "#core/domain/payment-intents/events.ts";
import {
  type InsertedIntent,
  type IntentToInsert,
  type NewApproval,
  type NewPaymentIntent,
  newPaymentIntent,
  type PaymentIntent,
} from "#core/domain/payment-intents/payment-intent.ts";
import {
  allEnded,
  coolDownEndsAt,
  REJECTIONS_REMEMBERED_MS,
  withWithdrawals,
} from "#core/domain/payment-intents/rejections.ts";
import { mayReturnTo } from "#core/domain/payment-intents/return-url.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { readAhead } from "#core/lib/read-ahead.ts";
import type { MerchantActor } from "#core/services/actor.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { keyedRequest } from "#core/services/payment-intents/fingerprint.ts";
import { intentIdFor } from "#core/services/payment-intents/idempotency.ts";
import {
  type Created,
  findReplay,
  type IntentInput,
  insertNew,
} from "#core/services/payment-intents/payment-intents.ts";
import type { Refusal } from "#core/services/refusal.ts";
import { findFirst, readEach, type Shards } from "#core/shards/shards.ts";
import { webhookPayload } from "#core/wire/webhooks/webhook-payload.ts";
import { announceApproval } from "./approval-requests.ts";
import { isStoppedCode, readScannedCode, type ScanToken } from "./scan-token.ts";

const SYSTEM: Actor = { client: "system", requestId: null };

type Scan = IntentInput & { counterId: string };
export type ScanInput = Scan & { walletId: string };

/** `scanCode` is what the customer's QR code carries. */
export async function scanCustomerCode(
  deps: Dependencies,
  caller: MerchantActor,
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
  caller: MerchantActor,
  input: ScanInput,
  idempotencyKey: string | null,
  token: ScanToken | null = null,
): Promise<Result<Created, Refusal>> {
  const keyed = idempotencyKey === null ? null : await keyedRequest("scan", input);
  const { idempotencyKeySecret: secret, cells } = deps.config;
  const id = await intentIdFor(caller, "scan", idempotencyKey, { secret, cells, now: deps.clock() });
  const pair = { walletId: input.walletId, merchantId: caller.merchantId };
  const checks = beginChecks(deps, id, pair, token);
  // A replay succeeds whatever has happened to the counter, token or ledger since, so it is looked up first, where it would
  // be now. An intent of another shard is found only once the request is refused.
  const isNewThere =
    deps.shards.hasCells && idempotencyKey !== null && (await findIntent(checks.shard, id)) === null;
  const findUnblocked = async () => {
    const found = await findReplay(deps, id, keyed);
    return found?.ok ? ok({ ...found.value, intent: await unlessBlocked(deps, found.value.intent) }) : found;
  };
  const replay = isNewThere ? null : await findUnblocked();
  if (replay !== null) return isSuspended(await checks.merchant) ? err("merchant_suspended") : replay;
  const request = { id, token, fingerprint: keyed?.fingerprint ?? null };
  const scanned = await requestApproval(deps, caller, input, request, checks);
  if (scanned.ok || scanned.error === "merchant_suspended") return scanned;
  return (await findUnblocked()) ?? scanned;
}

type ApprovalRequest = { id: string; token: ScanToken | null; fingerprint: string | null };

/** Finds the merchant as an insertion there sees it. */
function findMerchantAt(shards: Shards, shard: Shard, merchantId: string): Promise<Merchant | null> {
  return findFirst(new Set([shard, shards.home]), (each) => findMerchant(each, merchantId));
}

/** It only reads, in vain for a replay, which succeeds even if that fails. */
function beginChecks(deps: Dependencies, id: string, pair: Block, token: ScanToken | null) {
  const { walletId, merchantId } = pair;
  const shard = deps.shards.ofNew(id, deps.clock());
  const merchant = readAhead(findMerchantAt(deps.shards, shard, merchantId));
  const isStopped = readAhead(isStoppedCode(deps, { walletId, token }));
  const all = [deps.ledger.findBalances(walletId), readChecks(deps, shard, pair, token), merchant] as const;
  return { pair, shard, merchant, isStopped, all: readAhead(Promise.all(all)) };
}

async function requestApproval(
  deps: Dependencies,
  caller: MerchantActor,
  input: ScanInput,
  request: ApprovalRequest,
  begun: ReturnType<typeof beginChecks>,
): Promise<Result<Created, Refusal>> {
  const { id, token, fingerprint } = request;
  const { pair, shard } = begun;
  const [wallet, { checks, openElsewhere }, merchant] = await begun.all;
  if (isSuspended(merchant)) return err("merchant_suspended");
  if (merchant?.status !== "active") return err("merchant_not_active");
  if (!mayReturnTo(merchant, input.returnUrl)) return err("unlisted_return_scheme");
  const staleness = whyNotAccepted(deps, token);
  if (staleness !== null) return err(staleness);
  if (wallet === null || (await begun.isStopped)) return err("unknown_scan_token");
  const allowed = requireAllowed(checks, deps.clock());
  if (!allowed.ok) return allowed;
  const intent = scannedIntent(deps, caller, merchant.businessName, {
    ...input,
    id,
    fingerprint,
  });
  // A setting may have begun meanwhile: the checks are of another shard.
  if (deps.shards.ofNew(id, intent.createdAt).name !== shard.name)
    return await requestApproval(deps, caller, input, request, beginChecks(deps, id, pair, token));
  const event = {
    type: "payment.approval_requested",
    sequence: 1,
    occurredAt: intent.createdAt,
    reason: null,
  } as const;
  const newEvent = {
    ...event,
    id: newEventId({ msecs: intent.createdAt }),
    actor: caller.actor.person ?? caller.actor.client,
    requestId: caller.actor.requestId,
    payload: webhookPayload(event satisfies IntentEvent, intent, deps.config.environment),
  };
  const approval = { walletId: pair.walletId, event: newEvent, openElsewhere };
  const tokenId = token?.id ?? null;
  const { stored, refusal, blockedAt } = await store(deps, intent, approval, tokenId);
  if (refusal !== undefined) return err(refusal);
  if (stored === null) return err(await whyNotScanned(deps, shard, pair, input.counterId));
  const asked = await unlessBlocked(deps, stored.intent, blockedAt);
  if (asked.status === "cancelled") return err("unknown_scan_token");
  caller.defer(announceApproval(deps, { ...stored, intent: asked }));
  return ok({ intent: asked, isReplay: false });
}

/**
 * Reads the intent's shard, and others where the merchant has asked this wallet, after a switch or if it is spread. What is
 * asked at the same moment in different ones is not counted.
 */
async function readChecks(
  { shards, clock }: Dependencies,
  shard: Shard,
  pair: Block,
  token: ScanToken | null,
): Promise<{ checks: ScanChecks[]; openElsewhere: number }> {
  const now = clock();
  const endedSince = now - REJECTIONS_REMEMBERED_MS;
  const { asked: shardsAsked, block } = await readAsked(shards, pair, endedSince);
  const asked = new Set(shardsAsked);
  // A wallet id that is given without a token may be a merchant's.
  if (token === null) asked.add(shards.home);
  const others = [...asked].filter((each) => each.name !== shard.name);
  const [checks, open] = await Promise.all([
    readEach([shard, ...others], (each) => readScanChecks(each, pair, endedSince)),
    readEach(others, (each) => countOpenApprovals(each, pair, now)),
  ]);
  const current = block === null ? checks : checks.map((each) => ({ ...each, isBlocked: block.isBlocked }));
  return { checks: current, openElsewhere: open.reduce((sum, each) => sum + each, 0) };
}

/** At home, one transaction uses the token as well. Where there are cells, that may be elsewhere, and comes first. */
async function store(
  deps: Dependencies,
  intent: IntentToInsert,
  approval: NewApproval,
  tokenId: string | null,
): Promise<{ stored: InsertedIntent | null; refusal?: Refusal; blockedAt?: number }> {
  const { shards } = deps;
  const pair = { walletId: approval.walletId, merchantId: intent.merchantId };
  if (!shards.hasCells) {
    const { stored, isTokenUsable } = await insertApproval(shards.home, intent, approval, tokenId);
    return isTokenUsable ? { stored } : { stored, refusal: "scan_token_used" };
  }
  const { isBlocked, blockedAt } = await noteRequest(shards, pair, intent);
  if (isBlocked) return { stored: null, refusal: "unknown_scan_token" };
  if (tokenId !== null && !(await useToken(shards, { ...pair, tokenId })))
    return { stored: null, refusal: "scan_token_used" };
  return { stored: await insertNew(deps, { ...intent, approval }), blockedAt };
}

/**
 * Where there are cells, a block may overtake a request: one that began before the request was stored rejects it before anyone is
 * told, and also if it has ended since. `blockedBefore`: the merchant was blocked last by then.
 */
export async function unlessBlocked(
  { shards, intents, clock }: Dependencies,
  intent: PaymentIntent,
  blockedBefore = Number.POSITIVE_INFINITY,
): Promise<PaymentIntent> {
  const { id, merchantId, targetWalletId: walletId, status, expiresAt } = intent;
  if (!shards.hasCells || walletId === null || status !== "pending_approval" || expiresAt <= clock())
    return intent;
  const { isBlocked, blockedAt } = await readBlock(shards, { walletId, merchantId });
  if (!isBlocked && blockedAt <= blockedBefore) return intent;
  const rejected = await intents.execute(id, { type: "reject", walletId }, SYSTEM);
  return rejected.ok ? rejected.value : ((await intents.find(id)) ?? intent);
}

/** Returns null for a token that has not expired, and for a wallet id where those are accepted. */
function whyNotAccepted({ config, clock }: Dependencies, token: ScanToken | null): Refusal | null {
  if (token === null) return config.acceptsWalletIds ? null : "unknown_scan_token";
  return clock() < token.expiresAt ? null : "scan_token_expired";
}

function requireAllowed(checks: readonly ScanChecks[], now: number): Result<null, Refusal> {
  // Merchants have ledger accounts as well, but there is no customer to approve the payment. A merchant must not learn
  // that it is blocked, so it gets the response to an unknown code.
  if (checks.some(({ isMerchant, isBlocked }) => isMerchant || isBlocked)) return err("unknown_scan_token");
  const rejected = allEnded(checks.map(({ rejections }) => rejections));
  const rejections = withWithdrawals(rejected, allEnded(checks.map(({ withdrawals }) => withdrawals)));
  const endsAt = coolDownEndsAt(rejections, now);
  return endsAt === null ? ok(null) : { ...err("too_many_rejections"), retryAfterMs: endsAt - now };
}

function scannedIntent(
  deps: Dependencies,
  caller: MerchantActor,
  merchantName: string,
  { walletId, expiresInSeconds, ...given }: ScanInput & { id: string; fingerprint: string | null },
): PaymentIntent {
  const createdAt = deps.clock();
  const intent: NewPaymentIntent = {
    ...given,
    merchantId: caller.merchantId,
    createdBy: caller.actor.person ?? null,
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
  shard: Shard,
  pair: Block,
  counterId: string,
): Promise<Refusal> {
  if (isSuspended(await findMerchantAt(deps.shards, shard, pair.merchantId))) return "merchant_suspended";
  const [counter, { isBlocked }] = await Promise.all([
    findCounter(shard, pair.merchantId, counterId),
    readScanChecks(shard, pair, deps.clock()),
  ]);
  if (isBlocked) return "unknown_scan_token";
  return counter?.status === "active" ? "too_many_approvals" : "unknown_counter";
}
