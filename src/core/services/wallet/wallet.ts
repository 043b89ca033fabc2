import type { Shard } from "#core/db/client.ts";
import { APPROVALS_SHOWN_MAX, listApprovals } from "#core/db/payment-intents/payment-intents.ts";
import { listNotedAfter, listOpen, noteUnderWay } from "#core/db/wallet/wallet-intents.ts";
import { listWalletShards } from "#core/db/wallet/wallet-shards.ts";
import { decimalText } from "#core/domain/money.ts";
import type { IntentRefusal } from "#core/domain/payment-intents/commands.ts";
import { isProcessing, type PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import { err, type Result } from "#core/domain/result.ts";
import { log, logFailure } from "#core/lib/log.ts";
import type { PublicActor, WalletActor } from "#core/services/actor.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { findPublicIntent } from "#core/services/payment-intents/public-payment-intent.ts";
import { newestFirst } from "#core/shards/merge-pages.ts";
import { byShard, readEach, type Shards } from "#core/shards/shards.ts";
import { tryToTellWallet } from "./live-wallet.ts";

const NOTED_PAGE = 500;

/**
 * `confirm` pays a pending intent; `approve` and `reject` respond to an approval request to this wallet. While the
 * ledger's result is unknown, the returned intent has an `operation`. A suspended merchant's intent cannot be paid, but what
 * has begun finishes: the object decides.
 */
export async function actOnIntent(
  deps: Dependencies,
  { walletId, actor, defer }: WalletActor,
  intentId: string,
  type: "confirm" | "approve" | "reject",
): Promise<Result<PaymentIntent, IntentRefusal>> {
  if (type === "reject") {
    const rejected = await deps.intents.execute(intentId, { type, walletId }, actor);
    // The customer's other devices. No event says so, because a wallet platform has asked for it itself.
    if (rejected.ok) defer(tryToTellWallet(deps, walletId, { type: "approval_ended", intentId }));
    return rejected;
  }
  deps.shards.requireAccepted();
  const acted = await deps.intents.execute(intentId, { type, walletId }, actor);
  // Rare: the ledger is slow. Only the object knows of the payment until it has ended.
  if (acted.ok && isProcessing(acted.value)) {
    const noted = noteUnderWay(deps.db, walletId, intentId);
    defer(logFailure("warn", "payment_not_noted", { intent_id: intentId }, noted));
  }
  return acted;
}

/** Payments by this wallet whose result is not known yet. */
export async function listPaymentsUnderWay(
  { shards, intents }: Dependencies,
  walletId: string,
): Promise<PaymentIntent[]> {
  const noted = await Promise.all((await listNotedOpen(shards, walletId)).map((id) => intents.find(id)));
  return noted.filter(
    (intent) => intent !== null && intent.operation?.walletId === walletId,
  ) as PaymentIntent[];
}

/** What is noted is kept: it is read in pages. */
async function listNotedOpen({ home, of }: Shards, walletId: string): Promise<string[]> {
  const open: string[] = [];
  let noted: string[] = [];
  do {
    noted = await listNotedAfter(home, walletId, noted.at(-1) ?? "", NOTED_PAGE);
    const found = await Promise.all([...byShard(noted, of)].map(([shard, ids]) => listOpen(shard, ids)));
    open.push(...found.flat());
  } while (noted.length === NOTED_PAGE);
  return open;
}

/** What anyone who knows the id may read; but a request for approval is only for the wallet that it is sent to. */
export async function findWalletIntent(
  deps: Dependencies,
  caller: PublicActor,
  walletId: string,
  intentId: string,
): Promise<Result<PaymentIntent, "not_found" | "rate_limited">> {
  const found = await findPublicIntent(deps, caller, intentId, (id) => deps.intents.find(id));
  if (!found.ok) return found;
  const { status, targetWalletId } = found.value;
  const isAnothers = status === "pending_approval" && targetWalletId !== walletId;
  return isAnothers ? err("not_found") : found;
}

/** Intents that this wallet can approve or reject, newest first, but for those of a cell that fails. */
export async function listOpenApprovals(deps: Dependencies, walletId: string): Promise<PaymentIntent[]> {
  const { shards, clock } = deps;
  const now = clock();
  const read = (shard: Shard) =>
    listApprovals(shard, walletId, now).catch((error: unknown) => {
      if (shard === shards.home) throw error;
      log("error", "approvals_unread", { place: shard.name, error });
      return [];
    });
  const found = await readEach(await listWalletShards(shards, { walletId }, now), read, APPROVALS_SHOWN_MAX);
  return found.flat().sort(newestFirst).slice(0, APPROVALS_SHOWN_MAX);
}

/** What waits for this wallet besides payments. */
export async function listApprovalsOfParts(deps: Dependencies, walletId: string): Promise<PartApprovals> {
  const found = await Promise.all(deps.walletParts.map((part) => part.listApprovals?.(deps, walletId)));
  return Object.assign({}, ...found);
}

/** Balances as decimal text; empty for a wallet that the ledger does not know yet. */
export async function listBalances(
  deps: Dependencies,
  walletId: string,
): Promise<{ currency: string; amount: string }[]> {
  const balances = (await deps.ledger.findBalances(walletId)) ?? [];
  return balances.map(({ currency, amountMinor }) => ({
    currency,
    amount: decimalText(amountMinor, currency),
  }));
}
