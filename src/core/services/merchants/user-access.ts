// An administrator's stops on a merchant's dashboard users. The provider issues no more tokens to a disabled user;
// earlier tokens are refused because of the row in D1.
import { disableUser, enableUser } from "#core/db/merchants/disabled-users.ts";
import { findSubject } from "#core/db/merchants/merchant-users.ts";
import { findMerchant } from "#core/db/merchants/merchants.ts";
import type { Actor } from "#core/domain/audit/actor.ts";
import { DependencyError } from "#core/domain/dependency-error.ts";
import { newTask } from "#core/domain/identity-provider/provider-task.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { audited } from "#core/services/audit/audit-trail.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { attemptTask } from "#core/services/identity-provider/provider-tasks.ts";
import type { Refusal } from "#core/services/refusal.ts";

/**
 * A reason disables the user and ends the user's sessions; null enables the user again, but sessions from before stay ended.
 * What the provider does not do now, the sweep has it do. While the merchant is suspended, an external provider keeps the
 * user disabled. Safe to repeat.
 */
export async function setUserAccess(
  deps: Dependencies,
  actor: Actor,
  { merchantId, email, reason }: { merchantId: string; email: string; reason: string | null },
): Promise<Result<string, Refusal>> {
  const found = await findUserId(deps, merchantId, email);
  if (!found.ok) return found;
  await setAccessOfUser(deps, actor, { merchantId, userId: found.value, reason });
  return found;
}

export async function setAccessOfUser(
  deps: Dependencies,
  actor: Actor,
  { merchantId, userId, reason }: { merchantId: string; userId: string; reason: string | null },
): Promise<void> {
  const now = deps.clock();
  const access = newTask({ id: crypto.randomUUID(), kind: "user_access", merchantId, subject: userId }, now);
  const action = reason === null ? "user.enabled" : "user.disabled";
  await audited(deps, actor, { action, merchantId, targetId: userId, details: reason }, (entry) =>
    reason === null
      ? enableUser(deps.db, userId, { now, access }, entry)
      : disableUser(deps.db, { userId, merchantId, reason, disabledAt: now }, access, entry),
  );
  await attemptTask(deps, access);
}

/** The provider knows best; while it is down, D1 knows the users to whom it has given a row. */
async function findUserId(
  { db, identityProvider }: Dependencies,
  merchantId: string,
  email: string,
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
