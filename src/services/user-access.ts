// An administrator's levers on a merchant's dashboard users. The provider gives a disabled user no more tokens; those it
// has given out are refused because of the row in D1.
import { disableUser, enableUser, isUserDisabled } from "../db/disabled-users.ts";
import { findMerchant } from "../db/merchants.ts";
import { isSuspended, type Merchant } from "../domain/merchant.ts";
import type { Cause } from "../domain/ports.ts";
import { err, ok, type Result } from "../domain/result.ts";
import { log } from "../lib/log.ts";
import type { Dependencies } from "./dependencies.ts";
import type { Refusal } from "./refusal.ts";

interface UserChange {
  merchantId: string;
  email: string;
  cause: Cause;
}

/** Ends the user's sessions as well. Safe to repeat, as the caller should when the provider does not respond. */
export async function disableDashboardUser(
  deps: Dependencies,
  { reason, ...change }: UserChange & { reason: string },
): Promise<Result<string, Refusal>> {
  const found = await findUser(deps, change);
  if (!found.ok) return found;
  const { userId } = found.value;
  const { merchantId } = change;
  const isChanged = await disableUser(deps.db, { userId, merchantId, reason, disabledAt: deps.clock() });
  if (isChanged) logUser("user_disabled", userId, change);
  await deps.identityProvider.setUserEnabled(userId, false);
  return ok(userId);
}

/** Sessions from before stay ended. While the merchant is suspended, an external provider keeps the user disabled. */
export async function enableDashboardUser(
  deps: Dependencies,
  change: UserChange,
): Promise<Result<string, Refusal>> {
  const found = await findUser(deps, change);
  if (!found.ok) return found;
  const { userId, merchant } = found.value;
  const isChanged = await enableUser(deps.db, userId, deps.clock());
  if (isChanged) logUser("user_enabled", userId, change);
  const isWaiting = isSuspended(merchant) && !deps.config.identityProvider.isEmbedded;
  if (!isWaiting) await deps.identityProvider.setUserEnabled(userId, true);
  return ok(userId);
}

/** Whether an administrator has disabled the merchant's user with this email. */
export async function isDisabled(deps: Dependencies, email: string, merchantId: string): Promise<boolean> {
  const userId = await deps.identityProvider.findUserId(email, merchantId);
  return userId !== null && (await isUserDisabled(deps.db, userId));
}

async function findUser(
  deps: Dependencies,
  { merchantId, email }: UserChange,
): Promise<Result<{ userId: string; merchant: Merchant }, Refusal>> {
  const merchant = await findMerchant(deps.db, merchantId);
  if (merchant === null) return err("merchant_not_found");
  const userId = await deps.identityProvider.findUserId(email, merchantId);
  return userId === null ? err("user_not_found") : ok({ userId, merchant });
}

function logUser(event: string, userId: string, { merchantId, cause }: UserChange): void {
  const { actor, requestId } = cause;
  log("warn", event, { merchant_id: merchantId, user_id: userId, actor, request_id: requestId });
}
