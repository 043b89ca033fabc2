// Stops a wallet, such as after its phone was stolen.

import { listCustomersOf } from "#core/db/wallet/customer-wallets.ts";
import { deleteHold, insertStop } from "#core/db/wallet/stopped-wallets.ts";
import { listOpenRequests } from "#core/db/wallet/wallet-intents.ts";
import { listWalletShards } from "#core/db/wallet/wallet-shards.ts";
import type { Actor } from "#core/domain/audit/actor.ts";
import type { AuditEvent } from "#core/domain/audit/audit-trail.ts";
import { walletSessions } from "#core/domain/identity-provider/provider-task.ts";
import { forEachLimited } from "#core/lib/for-each-limited.ts";
import type { WalletActor } from "#core/services/actor.ts";
import { audited } from "#core/services/audit/audit-trail.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { attemptTask } from "#core/services/identity-provider/provider-tasks.ts";
import { readEach } from "#core/shards/shards.ts";
import { actOnIntent } from "./wallet.ts";

/**
 * Ends whatever the wallet is signed in with, rejects what waits for its customer, and leaves alone what is under way. With a
 * reason, an administrator's, nothing works until it is released; without, whatever is issued from now on does. Safe to repeat: a
 * repetition completes what an earlier attempt left.
 */
export async function stopWallet(
  deps: Dependencies,
  caller: WalletActor,
  reason: string | null,
): Promise<void> {
  const { walletId, actor } = caller;
  const now = deps.clock();
  const event = eventOf("wallet.stopped", walletId, reason);
  const task = walletSessions(crypto.randomUUID(), walletId, now);
  await audited(deps, actor, event, (entry) => insertStop(deps.db, walletId, { reason, now, task }, entry));
  deps.walletStops.forget();
  await deps.liveWallets.end(walletId);
  // An app's refresh token would get it new tokens, which are not from before the stop.
  await Promise.all([attemptTask(deps, task), rejectWaiting(deps, caller)]);
}

/** Returns whether anything goes on: only what waits for the customer can be rejected. */
export async function rejectWaiting(deps: Dependencies, caller: WalletActor): Promise<boolean> {
  const { walletId } = caller;
  const refused: string[] = [];
  for (const part of deps.walletParts)
    if (await part.rejectWaiting?.(deps, caller)) refused.push("payment_in_progress");
  // A shop that waits learns of it, and nothing is left that could still be approved.
  const shards = await listWalletShards(deps.shards, { walletId });
  const open = (await readEach(shards, (shard) => listOpenRequests(shard, walletId))).flat();
  await forEachLimited(open, async ({ id }) => {
    const rejected = await actOnIntent(deps, caller, id, "reject");
    if (!rejected.ok) refused.push(rejected.error);
  });
  return refused.includes("payment_in_progress");
}

/** Returns false where neither the service nor the ledger has anything of it; true where the ledger does not respond. */
export async function isKnownWallet(
  { db, ledger, tokens }: Dependencies,
  walletId: string,
): Promise<boolean> {
  if ((await listCustomersOf(db, { issuer: tokens.issuer, walletId })).length > 0) return true;
  return await ledger.findBalances(walletId).then(
    (balances) => balances !== null,
    () => true,
  );
}

/** The customer has to sign in anew. Nothing happens to a wallet that no administrator has stopped. */
export async function releaseWallet(deps: Dependencies, actor: Actor, walletId: string): Promise<void> {
  await audited(deps, actor, eventOf("wallet.released", walletId, null), (entry) =>
    deleteHold(deps.db, walletId, deps.clock(), entry),
  );
  deps.walletStops.forget();
}

/** The id is in the details, which are not logged: a shop may scan it. */
function eventOf(
  action: "wallet.stopped" | "wallet.released",
  walletId: string,
  reason: string | null,
): AuditEvent {
  const details = reason === null ? `wallet ${walletId}` : `wallet ${walletId}: ${reason}`;
  return { action, merchantId: null, details };
}
