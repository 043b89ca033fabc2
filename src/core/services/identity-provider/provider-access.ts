// Makes the identity provider follow what D1 says of a merchant or a user at that moment, in both directions. The embedded
// provider asks the service before it issues a token; an external one has to be told who may have none.
import { listActiveClients } from "#core/db/counters/counters.ts";
import { isUserDisabled, listDisabledUserIds } from "#core/db/merchants/disabled-users.ts";
import { findMerchant } from "#core/db/merchants/merchants.ts";
import type { Outcome, ProviderTask } from "#core/domain/identity-provider/provider-task.ts";
import { isSuspended, type Merchant } from "#core/domain/merchants/merchant.ts";
import { forEachLimited } from "#core/lib/for-each-limited.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { LIMITS } from "#core/services/operations/sweep-limits.ts";

/**
 * Syncs its client, its users and its counters' clients, as many as one attempt may. Ends the sessions of a closed merchant.
 * What was changed is unfinished when the database has changed meanwhile.
 */
export async function syncMerchantAccess(
  deps: Dependencies,
  { merchantId, position }: Pick<ProviderTask, "merchantId" | "position">,
): Promise<Outcome> {
  const merchant = await findMerchant(deps.db, merchantId);
  if (merchant === null) return "done";
  const hasMoreUsers = position === null && !(await syncClientAndUsers(deps, merchant));
  const outcome = hasMoreUsers ? { position } : await syncCounters(deps, merchant, position);
  const isSame = isSuspended(merchant) === isSuspended(await findMerchant(deps.db, merchantId));
  return isSame ? outcome : "unfinished";
}

/** Returns false when there are more users. */
async function syncClientAndUsers(deps: Dependencies, merchant: Merchant): Promise<boolean> {
  const isStopped = isSuspended(merchant);
  if (merchant.status === "closed" && isStopped) await deps.sessions.endOfMerchant(merchant.id);
  await deps.identityProvider.setClientEnabled(merchant.idpClientId, !isStopped);
  return deps.identityProvider.asksForEachToken || (await syncUsers(deps, merchant));
}

async function syncUsers({ db, identityProvider }: Dependencies, merchant: Merchant): Promise<boolean> {
  const isDisabled = new Set(await listDisabledUserIds(db, merchant.id));
  const users = await identityProvider.listUsers(merchant.id);
  const changes = users
    .map(({ id, isEnabled }) => ({ id, isEnabled, wanted: !isSuspended(merchant) && !isDisabled.has(id) }))
    .filter(({ isEnabled, wanted }) => isEnabled !== wanted);
  const most = LIMITS.usersOfMerchant;
  await forEachLimited(changes.slice(0, most), ({ id, wanted }) =>
    identityProvider.setUserEnabled(id, wanted),
  );
  return changes.length <= most;
}

async function syncCounters(
  { db, identityProvider }: Dependencies,
  merchant: Merchant,
  after: string | null,
): Promise<Outcome> {
  if (identityProvider.asksForEachToken) return "done";
  const limit = LIMITS.countersOfMerchant;
  const clients = await listActiveClients(db, merchant.id, { after: after ?? "", limit });
  await forEachLimited(clients, ({ clientId }) =>
    identityProvider.setClientEnabled(clientId, !isSuspended(merchant)),
  );
  const last = clients.at(-1);
  return last === undefined || clients.length < limit ? "done" : { position: last.id };
}

/** Ends the sessions of a disabled user. Unfinished when D1 has changed meanwhile. */
export async function syncUserAccess(
  deps: Dependencies,
  user: { merchantId: string; userId: string },
): Promise<Outcome> {
  const { merchantId, userId } = user;
  if (await isUserDisabled(deps.db, userId)) await deps.sessions.endOfUser(merchantId, userId);
  const isEnabled = await mayLogIn(deps, user);
  await deps.identityProvider.setUserEnabled(userId, isEnabled);
  return isEnabled === (await mayLogIn(deps, user)) ? "done" : "unfinished";
}

async function mayLogIn(
  { db, identityProvider }: Dependencies,
  { merchantId, userId }: { merchantId: string; userId: string },
): Promise<boolean> {
  if (await isUserDisabled(db, userId)) return false;
  return identityProvider.asksForEachToken || !isSuspended(await findMerchant(db, merchantId));
}
