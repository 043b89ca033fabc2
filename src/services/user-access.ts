// An administrator's levers on a merchant's dashboard users. The provider issues no more tokens to a disabled user;
// earlier tokens are refused because of the row in D1.
import { disableUser, enableUser } from "../db/disabled-users.ts";
import { findMerchant } from "../db/merchants.ts";
import { isSuspended, type Merchant } from "../domain/merchant.ts";
import type { Cause } from "../domain/ports.ts";
import { err, ok, type Result } from "../domain/result.ts";
import { audited } from "./audit-trail.ts";
import type { Dependencies } from "./dependencies.ts";
import type { Refusal } from "./refusal.ts";

interface UserChange {
  merchantId: string;
  email: string;
}

/** Ends the user's sessions as well. Safe to repeat, as the caller should when the provider does not respond. */
export async function disableDashboardUser(
  deps: Dependencies,
  cause: Cause,
  { reason, ...change }: UserChange & { reason: string },
): Promise<Result<string, Refusal>> {
  const found = await findUser(deps, change);
  if (!found.ok) return found;
  const { userId } = found.value;
  const { merchantId } = change;
  const event = { action: "user.disabled", merchantId, targetId: userId, details: reason } as const;
  await audited(deps, cause, event, (entry) =>
    disableUser(deps.db, { userId, merchantId, reason, disabledAt: deps.clock() }, entry),
  );
  await deps.sessions.endOfUser(merchantId, userId);
  await deps.identityProvider.setUserEnabled(userId, false);
  return ok(userId);
}

/** Sessions from before stay ended. While the merchant is suspended, an external provider keeps the user disabled. */
export async function enableDashboardUser(
  deps: Dependencies,
  cause: Cause,
  change: UserChange,
): Promise<Result<string, Refusal>> {
  const found = await findUser(deps, change);
  if (!found.ok) return found;
  const { userId, merchant } = found.value;
  const event = { action: "user.enabled", merchantId: change.merchantId, targetId: userId } as const;
  await audited(deps, cause, event, (entry) => enableUser(deps.db, userId, deps.clock(), entry));
  const isWaiting = isSuspended(merchant) && !deps.config.identityProvider.isEmbedded;
  if (!isWaiting) await deps.identityProvider.setUserEnabled(userId, true);
  return ok(userId);
}

async function findUser(
  deps: Dependencies,
  { merchantId, email }: UserChange,
): Promise<Result<{ userId: string; merchant: Merchant }, Refusal>> {
  const merchant = await findMerchant(deps.db, merchantId);
  if (merchant === null) return err("merchant_not_found");
  const user = await deps.identityProvider.findUser(email);
  return user?.merchantIds.includes(merchantId) ? ok({ userId: user.id, merchant }) : err("user_not_found");
}
