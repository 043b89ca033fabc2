// An administrator's levers on a merchant's dashboard users. The provider issues no more tokens to a disabled user;
// earlier tokens are refused because of the row in D1.
import { disableUser, enableUser } from "../../db/merchants/disabled-users.ts";
import { findSubject } from "../../db/merchants/merchant-users.ts";
import { findMerchant } from "../../db/merchants/merchants.ts";
import type { Cause } from "../../domain/cause.ts";
import { DependencyError } from "../../domain/dependency-error.ts";
import { newTask, type ProviderTask } from "../../domain/provider-task.ts";
import { err, ok, type Result } from "../../domain/result.ts";
import { audited } from "../audit/audit-trail.ts";
import type { Dependencies } from "../dependencies.ts";
import { attemptTask } from "../identity-provider/provider-tasks.ts";
import type { Refusal } from "../refusal.ts";

interface UserChange {
  merchantId: string;
  email: string;
}

/** Ends the user's sessions as well. What the provider does not do now, the sweep has it do. Safe to repeat. */
export async function disableDashboardUser(
  deps: Dependencies,
  cause: Cause,
  { reason, ...change }: UserChange & { reason: string },
): Promise<Result<string, Refusal>> {
  const userId = await findUserId(deps, change);
  if (!userId.ok) return userId;
  const { merchantId } = change;
  const user = { userId: userId.value, merchantId, reason, disabledAt: deps.clock() };
  const access = newAccess(deps, user);
  const event = { action: "user.disabled", merchantId, targetId: user.userId, details: reason } as const;
  await audited(deps, cause, event, (entry) => disableUser(deps.db, user, access, entry));
  await attemptTask(deps, access);
  return userId;
}

/** Sessions from before stay ended. While the merchant is suspended, an external provider keeps the user disabled. */
export async function enableDashboardUser(
  deps: Dependencies,
  cause: Cause,
  change: UserChange,
): Promise<Result<string, Refusal>> {
  const userId = await findUserId(deps, change);
  if (!userId.ok) return userId;
  const { merchantId } = change;
  const user = { userId: userId.value, merchantId };
  const access = newAccess(deps, user);
  const event = { action: "user.enabled", merchantId, targetId: user.userId } as const;
  await audited(deps, cause, event, (entry) =>
    enableUser(deps.db, user.userId, { now: deps.clock(), access }, entry),
  );
  await attemptTask(deps, access);
  return userId;
}

function newAccess(
  { clock }: Dependencies,
  { userId: subject, merchantId }: { userId: string; merchantId: string },
): ProviderTask {
  return newTask({ id: crypto.randomUUID(), kind: "user_access", merchantId, subject }, clock());
}

/** The provider knows best; while it is down, D1 knows the users to whom it has given a row. */
async function findUserId(
  { db, identityProvider }: Dependencies,
  { merchantId, email }: UserChange,
): Promise<Result<string, Refusal>> {
  if ((await findMerchant(db, merchantId)) === null) return err("merchant_not_found");
  try {
    const user = await identityProvider.findUser(email);
    return user?.merchantIds.includes(merchantId) ? ok(user.id) : err("user_not_found");
  } catch (error) {
    const userId = await findSubject(db, merchantId, email.toLowerCase());
    if (userId === null || !(error instanceof DependencyError)) throw error;
    return ok(userId);
  }
}
