// Makes the identity provider follow what D1 says of a merchant or a user at that moment, in both directions. The embedded
// provider asks the service before it issues a token; an external one has to be told who may have none.
import { isUserDisabled, listDisabledUserIds } from "../db/disabled-users.ts";
import { findMerchant } from "../db/merchants.ts";
import { isSuspended, type Merchant } from "../domain/merchant.ts";
import { sixAtATime } from "../lib/six-at-a-time.ts";
import type { Dependencies } from "./dependencies.ts";

/**
 * Its client and at most so many of its users. Ends the sessions of a closed merchant. False when there is more to do, also
 * because D1 has changed meanwhile.
 */
export async function syncMerchantAccess(
  deps: Dependencies,
  merchantId: string,
  usersMax = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  const merchant = await findMerchant(deps.db, merchantId);
  if (merchant === null) return true;
  const isEnabled = !isSuspended(merchant);
  if (merchant.status === "closed" && !isEnabled) await deps.sessions.endOfMerchant(merchantId);
  await deps.identityProvider.setClientEnabled(merchant.idpClientId, isEnabled);
  const areUsersDone = deps.config.identityProvider.isEmbedded || (await syncUsers(deps, merchant, usersMax));
  return areUsersDone && isEnabled === !isSuspended(await findMerchant(deps.db, merchantId));
}

async function syncUsers(
  { db, identityProvider }: Dependencies,
  merchant: Merchant,
  most: number,
): Promise<boolean> {
  const isDisabled = new Set(await listDisabledUserIds(db, merchant.id));
  const users = await identityProvider.listUsers(merchant.id);
  const changes = users
    .map(({ id, isEnabled }) => ({ id, isEnabled, wanted: !isSuspended(merchant) && !isDisabled.has(id) }))
    .filter(({ isEnabled, wanted }) => isEnabled !== wanted);
  await sixAtATime(changes.slice(0, most), ({ id, wanted }) => identityProvider.setUserEnabled(id, wanted));
  return changes.length <= most;
}

/** Ends the sessions of a disabled user. False when D1 has changed meanwhile. */
export async function syncUserAccess(
  deps: Dependencies,
  { merchantId, userId }: { merchantId: string; userId: string },
): Promise<boolean> {
  const isDisabled = await isUserDisabled(deps.db, userId);
  if (isDisabled) await deps.sessions.endOfUser(merchantId, userId);
  const isWaiting =
    !deps.config.identityProvider.isEmbedded && isSuspended(await findMerchant(deps.db, merchantId));
  await deps.identityProvider.setUserEnabled(userId, !isDisabled && !isWaiting);
  return isDisabled === (await isUserDisabled(deps.db, userId));
}
